import type { Language } from '../language.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char]!);

// Set on each element for programs that drop the style sheet; the sheet turns them over in the dark.
export const look = {
  paper: 'background:#f7f4ed',
  ink: 'color:#16201c',
  quiet: 'color:#46514b',
  faint: 'color:#606963',
  accent: 'color:#0d4a38',
  rule: 'border-top:1px solid #dcd6c8',
  press: 'background:#0d4a38;color:#f7f4ed',
} as const;

const darkSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.paper{background:#0f1513!important}.ink{color:#eeebe2!important}.quiet{color:#b7bdb6!important}.faint{color:#929a93!important}.accent{color:#7fd3ac!important}.rule{border-color:#28322e!important}.press{background:#7fd3ac!important;color:#0a1f17!important}.line{background:#46524c!important}.dot{background:#7fd3ac!important}}
@media (max-width:480px){.page{padding:24px 20px!important}.title{font-size:22px!important;line-height:27px!important}}`;

/** The product's mark: the market's line, and a price that hangs below it. */
const mark = `<div class="line" style="width:88px;height:2px;background:#b9b2a1;font-size:0;line-height:0">&nbsp;</div><div class="dot" style="width:10px;height:10px;margin:5px 0 0 22px;border-radius:5px;background:#0d4a38;font-size:0;line-height:0">&nbsp;</div>`;

/** The one thing that a mail asks its reader to do. */
export const pressLink = (url: string, text: string): string =>
  `<a class="press" href="${escapeHtml(url)}" style="display:inline-block;margin-top:18px;padding:12px 20px;border-radius:10px;font-size:16px;line-height:20px;font-weight:600;text-decoration:none;${look.press}">${text}</a>`;

type WholeMail = {
  language: Language;
  subject: string;
  /** What mail programs show beside the subject. */
  preview: string;
  home: string;
  /** Rows of the mail's table, as HTML. */
  rows: readonly string[];
  foot: string;
};

/** A whole mail around its rows: needs no picture and no style sheet from outside. */
export const wholeMail = ({ language, subject, preview, home, rows, foot }: WholeMail): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${darkSheet}</style></head>
<body class="paper" style="margin:0;padding:0;${look.paper};font-family:'Familjen Grotesk',system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="${look.paper}"><tr><td class="page" style="padding:40px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto">
<tr><td style="padding-bottom:24px">${mark}<a class="ink" href="${escapeHtml(home)}" style="font-size:20px;line-height:28px;font-weight:700;letter-spacing:-.02em;text-decoration:none;${look.ink}">Bilfund</a></td></tr>
${rows.join('\n')}
<tr><td class="rule faint" style="padding-top:20px;font-size:13px;line-height:20px;${look.rule};${look.faint}">${foot}</td></tr>
</table></td></tr></table></body></html>`;

import type { Language } from '../language.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char]!);

/** Fonts that are there: Outlook on Windows shows its own for a name that it does not know. */
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

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

/** The one thing that a mail asks its reader to do. Its room is a cell's, since Outlook on Windows gives a link none. */
export const pressLink = (url: string, text: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin-top:18px"><tr><td class="press" bgcolor="#0d4a38" style="border-radius:10px;mso-padding-alt:12px 20px;${look.press}"><a class="press" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:10px;font-size:16px;line-height:20px;font-weight:600;text-decoration:none;${look.press}">${text}</a></td></tr></table>`;

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

/** Outlook on Windows knows no greatest width: a table of that width around the mail, which the others take for a comment. */
const outlook = {
  open: '<!--[if mso]><table role="presentation" width="560" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
  close: '<!--[if mso]></td></tr></table><![endif]-->',
};

/** Hidden in every way that some program knows; where none works, it is one pixel high in the paper's colour. */
const unseen =
  'display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#f7f4ed';

/**
 * A whole mail around its rows: needs no picture and no style sheet from outside. What `body` says is said by a cell again, since
 * many programs show a mail without its body.
 */
export const wholeMail = ({ language, subject, preview, home, rows, foot }: WholeMail): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${darkSheet}</style></head>
<body class="paper" style="margin:0;padding:0;${look.paper};${font};-webkit-text-size-adjust:100%">
<div style="${unseen}">${escapeHtml(preview)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f7f4ed" style="${look.paper}"><tr><td class="page" style="padding:40px 32px;${font}">
${outlook.open}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto;${font}">
<tr><td style="padding-bottom:24px">${mark}<a class="ink" href="${escapeHtml(home)}" style="font-size:20px;line-height:28px;font-weight:700;letter-spacing:-.02em;text-decoration:none;${look.ink}">Bilfund</a></td></tr>
${rows.join('\n')}
<tr><td class="rule faint" style="padding-top:20px;font-size:13px;line-height:20px;${look.rule};${look.faint}">${foot}</td></tr>
</table>${outlook.close}</td></tr></table></body></html>`;

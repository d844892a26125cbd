import type { AlertWords, Language } from './alert-words.ts';

export type Mail = { subject: string; text: string; html: string };

type Frame = {
  language: Language;
  /** "https://…" of the web app. */
  origin: string;
};

const texts = {
  en: {
    many: (first: string, more: number) => `${first} and ${more} more`,
    open: 'Open in Bilfund',
    why: 'You get this mail because you asked Bilfund to tell you.',
    settings: 'Choose what you are told',
  },
  da: {
    many: (first: string, more: number) => `${first} og ${more} mere`,
    open: 'Åbn i Bilfund',
    why: 'Du får denne mail, fordi du har bedt Bilfund om at sige til.',
    settings: 'Vælg, hvad du vil høre om',
  },
} as const;

const mostSubject = 120;

/** One line without control characters: a title is written by a stranger and must not become a second header. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => oneLine(text).replace(/[&<>"']/g, (char) => escapes[char]!);

function subjectOf(alerts: readonly AlertWords[], language: Language): string {
  const first = oneLine(alerts[0]!.title);
  const more = alerts.length - 1;
  const subject = more > 0 ? texts[language].many(first.slice(0, 80), more) : first;
  return [...subject].slice(0, mostSubject).join('');
}

/** A mail of one or several alerts, as text and as HTML that needs no picture and no style sheet from outside. */
export function composeMail(alerts: readonly AlertWords[], { language, origin }: Frame): Mail {
  const words = texts[language];
  const addressOf = ({ path }: AlertWords) => `${origin}${path ?? '/notifications'}`;
  const settings = `${origin}/notifications`;
  const text = [
    ...alerts.map((alert) => `${oneLine(alert.title)}\n${oneLine(alert.message)}\n${addressOf(alert)}`),
    `--\n${words.why}\n${words.settings}: ${settings}`,
  ].join('\n\n');
  const rows = alerts.map(
    (alert) => `<tr><td style="padding:16px 0;border-bottom:1px solid #d9d9d4">
<p style="margin:0 0 4px;font-size:17px;font-weight:600">${escapeHtml(alert.title)}</p>
<p style="margin:0 0 10px;font-size:15px">${escapeHtml(alert.message)}</p>
<a href="${escapeHtml(addressOf(alert))}" style="color:#0b5c46;font-size:15px">${words.open}</a></td></tr>`,
  );
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subjectOf(alerts, language))}</title></head>
<body style="margin:0;padding:24px;background:#f6f6f2;color:#1c1f1d;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;line-height:1.45">
<table role="presentation" width="100%" style="max-width:560px;margin:0 auto;background:#fff;border-radius:12px;padding:8px 24px 24px;border-collapse:separate">
<tr><td style="padding-top:16px;font-size:20px;font-weight:700">Bilfund</td></tr>
${rows.join('\n')}
<tr><td style="padding-top:20px;font-size:13px;color:#5c625e">${words.why} <a href="${escapeHtml(settings)}" style="color:#5c625e">${words.settings}</a></td></tr>
</table></body></html>`;
  return { subject: subjectOf(alerts, language), text, html };
}

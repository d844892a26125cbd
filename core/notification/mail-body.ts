import type { Language } from '../language.ts';
import { escapeHtml, look, pressLink, wholeMail } from './mail-frame.ts';

/** `gap`: how the car stands to the market; `picture`: its address. Both null where there is none to show. */
type MailItem = { title: string; message: string; url: string; gap: string | null; picture: string | null };

/** What stands in a mail, each text in one line. */
export type MailBody = {
  language: Language;
  subject: string;
  home: string;
  settings: string;
  unsubscribe: string;
  items: readonly MailItem[];
};

const texts = {
  en: {
    open: 'Open in Bilfund',
    why: 'You get this e-mail because you asked Bilfund to tell you.',
    settings: 'Choose what you are told',
    unsubscribe: 'No more e-mails',
  },
  da: {
    open: 'Åbn i Bilfund',
    why: 'Du får denne mail, fordi du har bedt Bilfund om at sige til.',
    settings: 'Vælg, hvad du vil høre om',
    unsubscribe: 'Ikke flere mails',
  },
} as const;

export function mailText({ language, settings, unsubscribe, items }: MailBody): string {
  const words = texts[language];
  return [
    ...items.map(({ title, message, gap, url }) => [title, message, ...(gap ? [gap] : []), url].join('\n')),
    `--\n${words.why}\n${words.settings}: ${settings}\n${words.unsubscribe}: ${unsubscribe}`,
  ].join('\n\n');
}

function itemHtml({ title, message, gap, picture, url }: MailItem, isFirst: boolean, open: string): string {
  const press = isFirst
    ? pressLink(url, open)
    : `<a class="accent" href="${escapeHtml(url)}" style="display:inline-block;margin-top:8px;font-size:15px;line-height:22px;font-weight:600;${look.accent}">${open}</a>`;
  const width = isFirst ? 560 : 240;
  // Its size is named, so that nothing moves when the picture comes, and programs that hide pictures leave its words, in the colour of the small print.
  const image = picture
    ? `<a class="faint" href="${escapeHtml(url)}" style="font-size:13px;line-height:20px;text-decoration:none;${look.faint}"><img src="${escapeHtml(picture)}" width="${width}" height="${(width * 2) / 3}" alt="${escapeHtml(title)}" style="display:block;width:100%;max-width:${width}px;height:auto;margin:0 0 16px;border:0;border-radius:10px"></a>\n`
    : '';
  const standing = gap
    ? `<p class="accent" style="margin:6px 0 0;font-size:18px;line-height:24px;font-weight:600;${look.accent}">${escapeHtml(gap)}</p>\n`
    : '';
  return `<tr><td class="rule" style="padding:24px 0 28px;${look.rule}">
${image}<p class="ink${isFirst ? ' title' : ''}" style="margin:0;font-size:${isFirst ? 26 : 19}px;line-height:${isFirst ? 31 : 25}px;font-weight:600;letter-spacing:-.02em;${look.ink}">${escapeHtml(title)}</p>
<p class="quiet" style="margin:6px 0 0;font-size:16px;line-height:24px;${look.quiet}">${escapeHtml(message)}</p>
${standing}${press}</td></tr>`;
}

export function mailHtml({ language, subject, home, settings, unsubscribe, items }: MailBody): string {
  const words = texts[language];
  const rows = items.map((item, place) => itemHtml(item, place === 0, words.open));
  const footLink = (url: string, text: string) =>
    `<a class="faint" href="${escapeHtml(url)}" style="${look.faint}">${text}</a>`;
  const foot = `${words.why}<br>${footLink(settings, words.settings)} &nbsp;·&nbsp; ${footLink(unsubscribe, words.unsubscribe)}`;
  return wholeMail({ language, subject, preview: items[0]?.message ?? '', home, rows, foot });
}

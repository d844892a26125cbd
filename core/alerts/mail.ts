import { type Operator, operatorSentence } from '#core/operator.ts';
import type { Language } from '#core/shared.ts';
import type { AlertWords } from './alert-words.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char]!);

/** Only installed fonts, because Outlook on Windows replaces unknown ones by its own. */
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// Set on each element for mail programs that drop the style sheet, which switches them in dark mode.
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

/** The product's logo: the line of the market, and a price below it. */
const mark = `<div class="line" style="width:88px;height:2px;background:#b9b2a1;font-size:0;line-height:0">&nbsp;</div><div class="dot" style="width:10px;height:10px;margin:5px 0 0 22px;border-radius:5px;background:#0d4a38;font-size:0;line-height:0">&nbsp;</div>`;

/** The button of a mail. Its padding is on a table cell, because Outlook on Windows ignores padding on links. */
export const pressLink = (url: string, text: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin-top:18px"><tr><td class="press" bgcolor="#0d4a38" style="border-radius:10px;mso-padding-alt:12px 20px;${look.press}"><a class="press" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:10px;font-size:16px;line-height:20px;font-weight:600;text-decoration:none;${look.press}">${text}</a></td></tr></table>`;

export const operatorText = (operator: Operator, language: Language): string =>
  `${operatorSentence(operator, language)} ${operator.supportMail}`;

const operatorHtml = (operator: Operator, language: Language): string =>
  `${escapeHtml(operatorSentence(operator, language))} <a class="faint" href="mailto:${escapeHtml(operator.supportMail)}" style="${look.faint}">${escapeHtml(operator.supportMail)}</a>`;

type WholeMail = {
  language: Language;
  subject: string;
  /** The preview text that mail programs show beside the subject. */
  preview: string;
  home: string;
  /** Rows of the mail's table, as HTML. */
  rows: readonly string[];
  foot: string;
  /** Null if the installation names no operator. */
  operator: Operator | null;
};

/** Outlook on Windows ignores max-width, so it gets a table of fixed width in a conditional comment. */
const outlook = {
  open: '<!--[if mso]><table role="presentation" width="560" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
  close: '<!--[if mso]></td></tr></table><![endif]-->',
};

/**
 * Hides text in every way that some mail program supports; where none works, it is one pixel high in the background colour.
 */
const unseen =
  'display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#f7f4ed';

/**
 * A complete mail around its rows, without external images or style sheets. The styles of `body` are repeated on a cell,
 * since many programs drop the body element.
 */
export const wholeMail = ({ language, subject, preview, home, rows, foot, operator }: WholeMail): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${darkSheet}</style></head>
<body class="paper" style="margin:0;padding:0;${look.paper};${font};-webkit-text-size-adjust:100%">
<div style="${unseen}">${escapeHtml(preview)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f7f4ed" style="${look.paper}"><tr><td class="page" style="padding:40px 32px;${font}">
${outlook.open}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto;${font}">
<tr><td style="padding-bottom:24px">${mark}<a class="ink" href="${escapeHtml(home)}" style="font-size:20px;line-height:28px;font-weight:700;letter-spacing:-.02em;text-decoration:none;${look.ink}">Bilfund</a></td></tr>
${rows.join('\n')}
<tr><td class="rule faint" style="padding-top:20px;font-size:13px;line-height:20px;${look.rule};${look.faint}">${foot}${operator ? `<br>${operatorHtml(operator, language)}` : ''}</td></tr>
</table>${outlook.close}</td></tr></table></body></html>`;

/** `gap`: the difference to the market; `picture`: its address. Both null if there is none. */
export type MailItem = {
  title: string;
  message: string;
  url: string;
  gap: string | null;
  picture: string | null;
  /** The cars that an alert of several cars names. */
  cars: readonly MailCar[];
};
type MailCar = {
  title: string;
  price: string;
  gap: string | null;
  facts: string | null;
  warning: string | null;
  picture: string | null;
  url: string;
};

/** The content of a mail; each text is a single line. */
export type MailBody = {
  language: Language;
  subject: string;
  home: string;
  settings: string;
  unsubscribe: string;
  items: readonly MailItem[];
  /** Null if the installation names no operator. */
  operator: Operator | null;
  /** Alerts that did not fit, and the address where they are shown. */
  more: { count: number; url: string } | null;
};

const texts = {
  en: {
    open: 'Open in Bilfund',
    more: (count: number) => `And ${count} more`,
    note: 'Note',
    why: 'You get this e-mail because it is switched on in your settings.',
    settings: 'Choose what you are told',
    unsubscribe: 'No more e-mails',
  },
  da: {
    open: 'Åbn i Bilfund',
    more: (count: number) => `Og ${count} mere`,
    note: 'Bemærk',
    why: 'Du får denne mail, fordi den er slået til i dine indstillinger.',
    settings: 'Vælg, hvad du vil høre om',
    unsubscribe: 'Ikke flere mails',
  },
} as const;

/** What follows a car's title: price and gap, then findings. */
const carLines = ({ price, gap, facts, warning }: MailCar, language: Language): string[] => [
  [price, gap, facts].filter((text) => text !== null).join(' · '),
  ...(warning ? [`${texts[language].note}: ${warning}.`] : []),
];

export function mailText({ language, settings, unsubscribe, items, more, operator }: MailBody): string {
  const words = texts[language];
  return [
    ...items.map(({ title, message, gap, url, cars }) =>
      [
        ...[title, message, ...(gap ? [gap] : [])],
        ...cars.map((car) => ['', car.title, ...carLines(car, language), car.url].join('\n')),
        ...(cars.length > 0 ? [''] : []),
        url,
      ].join('\n'),
    ),
    ...(more ? [`${words.more(more.count)}: ${more.url}`] : []),
    `--\n${words.why}\n${words.settings}: ${settings}\n${words.unsubscribe}: ${unsubscribe}${operator ? `\n${operatorText(operator, language)}` : ''}`,
  ].join('\n\n');
}

/** A car of an alert with several: its text, beside its picture if it has one. */
function carHtml(car: MailCar, language: Language): string {
  const url = escapeHtml(car.url);
  const picture = car.picture
    ? `<td width="120" style="width:120px;padding:12px 14px 0 0;vertical-align:top"><a href="${url}"><img src="${escapeHtml(car.picture)}" width="120" height="80" alt="" style="display:block;border:0;border-radius:8px"></a></td>`
    : '';
  const [price, warning] = carLines(car, language);
  const line = (text: string, style: string) =>
    `<span class="quiet" style="display:block;font-size:15px;line-height:21px;${style}${look.quiet}">${escapeHtml(text)}</span>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr>${picture}<td style="padding-top:12px;vertical-align:top"><a class="ink" href="${url}" style="font-size:16px;line-height:22px;font-weight:600;text-decoration:none;${look.ink}">${escapeHtml(car.title)}</a>${line(price!, '')}${warning ? line(warning, 'font-weight:600;') : ''}</td></tr></table>`;
}

function itemHtml(
  { title, message, gap, picture, url, cars }: MailItem,
  isFirst: boolean,
  language: Language,
): string {
  const { open } = texts[language];
  const press = isFirst
    ? pressLink(url, open)
    : `<a class="accent" href="${escapeHtml(url)}" style="display:inline-block;margin-top:8px;font-size:15px;line-height:22px;font-weight:600;${look.accent}">${open}</a>`;
  const width = isFirst ? 560 : 240;
  // The size is given so that the layout does not move when the picture loads. If pictures are blocked, the alt text is
  // shown in the colour of small print.
  const image = picture
    ? `<a class="faint" href="${escapeHtml(url)}" style="font-size:13px;line-height:20px;text-decoration:none;${look.faint}"><img src="${escapeHtml(picture)}" width="${width}" height="${(width * 2) / 3}" alt="${escapeHtml(title)}" style="display:block;width:100%;max-width:${width}px;height:auto;margin:0 0 16px;border:0;border-radius:10px"></a>\n`
    : '';
  const standing = gap
    ? `<p class="accent" style="margin:6px 0 0;font-size:18px;line-height:24px;font-weight:600;${look.accent}">${escapeHtml(gap)}</p>\n`
    : '';
  return `<tr><td class="rule" style="padding:24px 0 28px;${look.rule}">
${image}<p class="ink${isFirst ? ' title' : ''}" style="margin:0;font-size:${isFirst ? 26 : 19}px;line-height:${isFirst ? 31 : 25}px;font-weight:600;letter-spacing:-.02em;${look.ink}">${escapeHtml(title)}</p>
<p class="quiet" style="margin:6px 0 0;font-size:16px;line-height:24px;${look.quiet}">${escapeHtml(message)}</p>
${standing}${cars.map((car) => `${carHtml(car, language)}\n`).join('')}${press}</td></tr>`;
}

export function mailHtml({
  language,
  subject,
  home,
  settings,
  unsubscribe,
  items,
  more,
  operator,
}: MailBody): string {
  const words = texts[language];
  const rows = items.map((item, place) => itemHtml(item, place === 0, language));
  if (more)
    rows.push(
      `<tr><td class="rule" style="padding:24px 0 28px;${look.rule}"><a class="accent" href="${escapeHtml(more.url)}" style="font-size:19px;line-height:25px;font-weight:600;${look.accent}">${words.more(more.count)}</a></td></tr>`,
    );
  const footLink = (url: string, text: string) =>
    `<a class="faint" href="${escapeHtml(url)}" style="${look.faint}">${text}</a>`;
  const foot = `${words.why}<br>${footLink(settings, words.settings)} &nbsp;·&nbsp; ${footLink(unsubscribe, words.unsubscribe)}`;
  return wholeMail({ language, subject, preview: items[0]?.message ?? '', home, rows, foot, operator });
}

/** Where a reader unsubscribes: a page for people, a route for mail programs. */
export const unsubscribePaths = { page: '/unsubscribe', route: '/api/unsubscribe' } as const;

export type Mail = { subject: string; text: string; html: string };

type Frame = {
  language: Language;
  /** "https://…" of the web app. */
  origin: string;
  /** The address that unsubscribes the reader with one click. */
  unsubscribeUrl: string;
  operator: Operator | null;
};

const andMore = {
  en: (first: string, more: number) => `${first} and ${more} more`,
  da: (first: string, more: number) => `${first} og ${more} mere`,
} as const;

const mostSubject = 120;

/** One line without control characters: a title is written by a stranger and must not inject a header. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

function subjectOf(alerts: readonly AlertWords[], language: Language): string {
  const first = oneLine(alerts[0]!.title);
  const more = alerts.length - 1;
  const subject = more > 0 ? andMore[language](first.slice(0, 80), more) : first;
  return [...subject].slice(0, mostSubject).join('');
}

/** Gmail clips a mail at 102 kB, which hides the unsubscribe link at its end. */
const mostBytes = 100_000;
/** Allowance for addresses, subject and MIME boundaries. */
const headBytes = 4_000;
/** Maximum characters of a line; only a seller's text can be longer. */
const mostLine = 1_000;

const encoder = new TextEncoder();
/** The maximum size of an encoded part: base64 in lines of 76 characters. */
const sentBytes = (part: string): number => Math.ceil(encoder.encode(part).length / 57) * 78;

const bytesOf = ({ text, html }: Mail): number => headBytes + sentBytes(text) + sentBytes(html);

/**
 * A mail of one or several alerts, as plain text and as HTML with the same content. Alerts that do not fit are counted and
 * linked to.
 */
export function composeMail(
  alerts: readonly AlertWords[],
  { language, origin, unsubscribeUrl, operator }: Frame,
): Mail {
  const subject = subjectOf(alerts, language);
  const lineOf = (text: string) => oneLine(text).slice(0, mostLine);
  const items = alerts.map(({ title, message, carId, path, cars }): MailItem => {
    const shown = cars.map((car) => ({
      title: lineOf(car.title),
      price: car.price,
      gap: car.gap,
      facts: car.facts,
      warning: car.warning,
      picture: car.photo && `${origin}${car.photo}`,
      url: `${origin}${car.path}`,
    }));
    const [only] = carId === null ? [] : shown;
    return {
      title: lineOf(title),
      message: lineOf(message),
      gap: only?.gap ?? null,
      picture: only?.picture ?? null,
      url: `${origin}${path ?? '/notifications'}`,
      cars: only ? [] : shown,
    };
  });
  const mailOf = (count: number): Mail => {
    const left = alerts.length - count;
    const body: MailBody = {
      language,
      subject,
      home: origin,
      settings: `${origin}/notifications/settings`,
      unsubscribe: unsubscribeUrl,
      items: items.slice(0, count),
      operator,
      more: left > 0 ? { count: left, url: `${origin}/notifications` } : null,
    };
    return { subject, text: mailText(body), html: mailHtml(body) };
  };
  const whole = mailOf(alerts.length);
  if (bytesOf(whole) <= mostBytes) return whole;
  let [fits, tooMany] = [1, alerts.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (bytesOf(mailOf(middle)) <= mostBytes) fits = middle;
    else tooMany = middle;
  }
  return mailOf(fits);
}

import { hidePlates } from '#core/plates/written-plates.ts';
import { type Language, languages } from '#core/shared.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML and XML, inside an element or a quoted attribute alike. */
export function escapeMarkup(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (character) => entities[character]!);
}

/** JSON that cannot end the script element it stands in, nor a line of it. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Joiners, direction marks, lone surrogates, unassigned and private characters: nothing that a title needs. */
const unseen = /[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/**
 * A seller's words as one line of at most `most` characters that says what it seems to say: no control or direction
 * characters, no broken surrogates, no number plate.
 */
export function plainText(text: string, most: number): string {
  return shorten(hidePlates(oneLine(text), null), most);
}

const mostTitleCharacters = 90;

/** A car's title as everybody may read it: without number plates, confirmed or only written. */
export function publicTitle(car: { title: string; plate: string | null }): string {
  return shorten(hidePlates(oneLine(car.title), car.plate), mostTitleCharacters);
}

/** Longer texts are no titles; their end is not looked at. */
const mostRead = 5000;
/** Far more than is shown, so that no plate is cut where it would still be read. */
const mostKept = 1000;

function oneLine(text: string): string {
  return text
    .slice(0, mostRead)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(unseen, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, mostKept)
    .replace(/[\ud800-\udbff]$/, '');
}

function shorten(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}

/** What search engines and messengers read of a page. */
export type PageHead = {
  language: Language;
  title: string;
  description: string;
  /** "https://…", where people meet the product. */
  origin: string;
  /** The page's address below the origin, without a language: "/car/1", "/?view=faq". */
  path: string;
  /** The picture of 1200 × 630 pixels, below the origin. */
  imagePath: string;
  imageText: string;
  kind: 'website' | 'article';
  /** schema.org things (JSON-LD). */
  data?: readonly object[];
};

const locales: Record<Language, string> = { en: 'en_GB', da: 'da_DK' };
const imageSize = { width: 1200, height: 630 } as const;

/** The address of a page in a language. English is what the plain address shows. */
export function addressIn(path: string, language: Language): string {
  if (language === 'en') return path;
  return `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeMarkup(content)}">`;
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeMarkup(content)}">`;
const link = (rel: string, href: string, more = '') =>
  `<link rel="${rel}"${more} href="${escapeMarkup(href)}">`;

/** The elements of <head> that belong to one page, as HTML. */
export function headTags(head: PageHead): string {
  const { origin, path, language, title, description } = head;
  const image = origin + head.imagePath;
  return [
    `<title>${escapeMarkup(title)}</title>`,
    named('description', description),
    link('canonical', origin + addressIn(path, language)),
    ...languages.map((each) => link('alternate', origin + addressIn(path, each), ` hreflang="${each}"`)),
    link('alternate', origin + path, ' hreflang="x-default"'),
    property('og:site_name', 'Bilfund'),
    property('og:type', head.kind),
    property('og:title', title),
    property('og:description', description),
    property('og:url', origin + addressIn(path, language)),
    property('og:locale', locales[language]),
    ...languages
      .filter((each) => each !== language)
      .map((each) => property('og:locale:alternate', locales[each])),
    property('og:image', image),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', String(imageSize.width)),
    property('og:image:height', String(imageSize.height)),
    property('og:image:alt', head.imageText),
    named('twitter:card', 'summary_large_image'),
    ...(head.data ?? []).map((each) => `<script type="application/ld+json">${jsonForScript(each)}</script>`),
  ].join('\n    ');
}

/** The head of a page that no search engine shall keep and that says nothing of what it is about. */
export function closedHeadTags(title: string): string {
  return `<title>${escapeMarkup(title)}</title>\n    ${named('robots', 'noindex')}`;
}

const ownHead = /<!--page-->[\s\S]*?<!--\/page-->/;
const ownLanguage = /<html lang="[a-z]+"/;
const emptyRoot = '<div id="root"></div>';

/**
 * The app's page with the head, and where there is one the content, of one address in place of its own.
 * Throws when the page has lost the marks between which its own head stands.
 */
export function fillShell(
  shell: string,
  page: { language: Language; head: string; content?: string },
): string {
  if (!ownHead.test(shell) || !ownLanguage.test(shell) || !shell.includes(emptyRoot))
    throw new Error('The page of the app has lost its marks.');
  // Replaced by functions: a "$&" in a title is text.
  const filled = shell
    .replace(ownLanguage, () => `<html lang="${page.language}"`)
    .replace(ownHead, () => page.head);
  if (page.content === undefined) return filled;
  return filled.replace(emptyRoot, () => `<div id="root">${page.content}</div>`);
}

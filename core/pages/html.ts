import { hidePlates } from '#core/plates/written-plates.ts';
import { type Language, languages } from '#core/shared.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML and XML, in an element or a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (character) => entities[character]!);
}

/** JSON that is safe inside a script element. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Joiners, direction marks, lone surrogates, unassigned and private-use characters. */
const unseen = /[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/**
 * A seller's text as one line of at most `most` characters, without control or direction characters, broken surrogates and
 * number plates.
 */
export function plainText(text: string, most: number): string {
  return shorten(hidePlates(oneLine(text), null), most);
}

const mostTitleCharacters = 90;

/** A car's title for everybody: without number plates, confirmed or not. */
export function publicTitle(car: { title: string; plate: string | null }): string {
  return shorten(hidePlates(oneLine(car.title), car.plate), mostTitleCharacters);
}

/** Only this many characters of a title are processed. */
const mostRead = 5000;
/** Far more than is shown, so that no plate is cut where it could still be recognised. */
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

/** The metadata of a page for search engines and messengers. */
export type PageHead = {
  language: Language;
  title: string;
  description: string;
  /** "https://…", where people meet the product. */
  origin: string;
  /** The page's path without a language: "/car/1", "/?view=faq". */
  path: string;
  /** Path of the picture of 1200 × 630 pixels. */
  imagePath: string;
  imageText: string;
  kind: 'website' | 'article';
  /** schema.org objects (JSON-LD). */
  data?: readonly object[];
};

const locales: Record<Language, string> = { en: 'en_GB', da: 'da_DK' };
const imageSize = { width: 1200, height: 630 } as const;

/** A page's path in a language. The plain path is English. */
export function addressIn(path: string, language: Language): string {
  if (language === 'en') return path;
  return `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeMarkup(content)}">`;
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeMarkup(content)}">`;
const link = (rel: string, href: string, more = '') =>
  `<link rel="${rel}"${more} href="${escapeMarkup(href)}">`;

/** The elements of a page's <head>, as HTML. */
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

/** The head of a page that search engines must not index and that reveals nothing of its content. */
export function closedHeadTags(title: string): string {
  return `<title>${escapeMarkup(title)}</title>\n    ${named('robots', 'noindex')}`;
}

const ownHead = /<!--page-->[\s\S]*?<!--\/page-->/;
const ownLanguage = /<html lang="[a-z]+"/;
const emptyRoot = '<div id="root"></div>';

/**
 * The app's page with the given head and, if there is one, content in place of its own. Throws if the markers around the
 * app's own head are missing.
 */
export function fillShell(
  shell: string,
  page: { language: Language; head: string; content?: string },
): string {
  if (!ownHead.test(shell) || !ownLanguage.test(shell) || !shell.includes(emptyRoot))
    throw new Error('The page of the app has lost its marks.');
  // Replacement functions, because "$&" in a title is not a pattern.
  const filled = shell
    .replace(ownLanguage, () => `<html lang="${page.language}"`)
    .replace(ownHead, () => page.head);
  if (page.content === undefined) return filled;
  return filled.replace(emptyRoot, () => `<div id="root">${page.content}</div>`);
}

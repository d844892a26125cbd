import { type Language, languages } from '../language.ts';
import { escapeMarkup, jsonForScript } from './escape.ts';

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

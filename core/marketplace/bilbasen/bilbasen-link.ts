import type { LinkFailureCode, LinkOptions, LinkResult } from '#core/marketplace/marketplace-link.ts';

export const bilbasenOrigin = 'https://www.bilbasen.dk';
const hosts = ['www.bilbasen.dk', 'bilbasen.dk'];
const maxLinkLength = 2048;

/** The parameters of a search; what a page is sorted by and which page it is are no part of it. */
export const searchParameters: readonly string[] = [
  'free',
  ...['price', 'year', 'mileage', 'hp'].flatMap((name) => [`${name}from`, `${name}to`]),
  'fuel',
  'gear',
  'cartype',
  'color',
  'doors',
  'drivewheel',
  'sellertypes',
  'region',
  'zipcode',
  'distance',
  'includeengroscvr',
  'includeleasing',
  'includewithouttax',
];

type BilbasenFault = Extract<
  LinkFailureCode,
  | 'link_blank'
  | 'link_invalid'
  | 'link_foreign_host'
  | 'link_not_https'
  | 'link_no_search'
  | 'link_unsupported_path'
>;
const messages: Record<BilbasenFault, string> = {
  link_blank: 'Paste a link to a marketplace search.',
  link_invalid: 'This is not a valid link. Copy the address from the browser and paste it whole.',
  link_foreign_host: 'This link does not lead to Bilbasen.',
  link_not_https: 'The link must start with https://.',
  link_no_search: 'This link shows all cars of Bilbasen. Choose a make there first and copy that address.',
  link_unsupported_path: 'This page of Bilbasen is not a search for cars and not a car.',
};

/** What a path of the site shows: a search of all, of a make or of a model, or the ad with this number. */
export function shownAt(pathname: string): { kind: 'search' } | { kind: 'item'; id: string } | null {
  const path = pathname.replace(/\/$/, '');
  const id = /^\/brugt\/bil(?:\/[\p{L}\d_.%+-]{1,80}){2,3}\/(\d{4,12})$/u.exec(path)?.[1];
  if (id) return { kind: 'item', id };
  return /^\/brugt\/bil(?:\/[\p{L}\d_.%+-]{1,80}){0,2}$/u.test(path) ? { kind: 'search' } : null;
}

/** Whether a page's origin is the site's. */
export const isBilbasenOrigin = (origin: string): boolean =>
  hosts.some((host) => origin === `https://${host}`);

/**
 * An address of an ad's page, made of its number alone: only where the ad's own, which names make, model and variant, is not
 * at hand. Whether the site forwards it is not known.
 */
export const bilbasenItemAddress = (id: string, origin = bilbasenOrigin): string =>
  `${origin}/brugt/bil/bil/bil/${id}`;

/**
 * Reads a link of Bilbasen. What a URL parser would have to repair is refused. Whether anybody may be sent there is not said
 * here: nobody is (`marketplace-id.ts`).
 */
export function readBilbasenLink(raw: unknown, { demoOrigin }: LinkOptions = {}): LinkResult {
  const refuse = (code: BilbasenFault): LinkResult => ({ ok: false, code, message: messages[code] });
  const text = typeof raw === 'string' ? raw.trim() : '';
  if (text === '') return refuse('link_blank');
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)/i.exec(text);
  if (text.length > maxLinkLength || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\\s]/u.test(text) || !URL.canParse(text))
    return refuse(parts ? 'link_invalid' : 'link_foreign_host');
  const [, scheme = '', authority = '', path = ''] = parts ?? [];
  const isDemo =
    demoOrigin !== undefined && `${scheme}://${authority}`.toLowerCase() === demoOrigin.toLowerCase();
  if (!isDemo) {
    if (!hosts.includes(authority.toLowerCase().replace(/:443$/, ''))) return refuse('link_foreign_host');
    if (scheme.toLowerCase() !== 'https') return refuse('link_not_https');
  }
  const shows = /%(?:2e|2f|5c|00)|(?:^|\/)\.\.?(?:\/|$)/i.test(path) ? null : shownAt(path);
  if (shows === null) return refuse('link_unsupported_path');
  const origin = isDemo ? demoOrigin : bilbasenOrigin;
  const where = { origin, placeSlug: null, source: 'bilbasen', isDemo } as const;
  const pathname = path.replace(/\/$/, '');
  if (shows.kind === 'item')
    return { ok: true, link: { ...where, href: `${origin}${pathname}`, kind: 'item', itemId: shows.id } };
  const search = searchOf(new URL(text).searchParams);
  if (pathname === '/brugt/bil' && search === '') return refuse('link_no_search');
  return {
    ok: true,
    link: { ...where, href: `${origin}${pathname}${search}`, kind: 'search', itemId: null },
  };
}

/** The parameters in a stable order; the site does not heed how they are spelled. */
function searchOf(given: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of searchParameters) {
    const values = [...given].filter(([key, value]) => key.toLowerCase() === name && value.trim() !== '');
    for (const value of new Set(values.map(([, value]) => value.trim().slice(0, 100)).sort()))
      kept.append(name, value);
  }
  return kept.size > 0 ? `?${kept}` : '';
}

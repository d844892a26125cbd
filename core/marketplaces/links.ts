import { describeBilbasenLink, readBilbasenAddress } from './bilbasen/link.ts';
import { describeDbaLink, readDbaAddress } from './dba/link.ts';
import { describeFacebookLink, readFacebookAddress, unwrapFacebookAddress } from './facebook/link.ts';
import { asTitle, type Described, type DescribingWords } from './link-parts.ts';
import { type LinkFailureCode, linkRefusals } from './link-refusals.ts';
import { type MarketplaceId, shortNames, sourceOfHref } from './marketplace-id.ts';

/**
 * A link that the product accepts. `href` is normalised: links with the same meaning have the same `href`, which serves as
 * a key.
 */
export type MarketplaceLink = {
  href: string;
  origin: string;
  /** `share`: a link copied in a phone's app. Only the visit shows whether it leads to an ad or a search. */
  kind: 'search' | 'item' | 'share';
  /** The place as the address names it ("copenhagen" or digits); null if it names none. */
  placeSlug: string | null;
  itemId: string | null;
  /** The marketplace, or the one that a demo imitates. */
  source: MarketplaceId;
  isDemo: boolean;
};

/**
 * `demoOrigin`: "http://127.0.0.1:PORT" if the demo marketplaces are in use. `sources`: the marketplaces that may be
 * visited here; all if absent.
 */
export type LinkOptions = {
  demoOrigin?: string | undefined;
  sources?: readonly MarketplaceId[] | undefined;
};

/** The result of one marketplace's reader for an address: the link, or why it is refused. */
export type AddressResult = MarketplaceLink | LinkFailureCode;

export type LinkResult =
  | { ok: true; link: MarketplaceLink }
  | { ok: false; code: LinkFailureCode; message: string };

type LinkType = {
  read: (address: string, options: LinkOptions) => AddressResult;
  describe: (link: URL, words: DescribingWords) => Described;
};

/** How links of each marketplace are read and described. Page parsers are in `marketplaces.ts`, so that the app carries none. */
const linkTypes: Readonly<Record<MarketplaceId, LinkType>> = {
  facebook: { read: readFacebookAddress, describe: describeFacebookLink },
  dba: { read: readDbaAddress, describe: describeDbaLink },
  bilbasen: { read: readBilbasenAddress, describe: describeBilbasenLink },
};

const maxLinkLength = 2048;
const mostWords = 200;

/**
 * Reads a pasted or shared text: answers the first address in it that can be imported, or why the first address cannot. All
 * input fields and the service use this function, so that they agree. Only the normalised `href` is used afterwards. A
 * missing scheme or "http" is corrected and a redirecting address is unwrapped; other things that a URL parser would repair
 * (user names, encoded dots, backslashes, look-alike letters) are refused.
 */
export function readLink(raw: unknown, options: LinkOptions = {}): LinkResult {
  const text = typeof raw === 'string' ? raw.trim() : '';
  if (text === '') return refuse('link_blank');
  if (text.length > maxLinkLength) return refuse('link_invalid');
  const results = addressesIn(text).map((address) => readAddress(mend(address, options), options));
  return results.find(({ ok }) => ok) ?? results[0] ?? refuse('link_invalid');
}

/** Removes punctuation and invisible characters around an address. */
const bare = (word: string): string =>
  word.replace(/^[("'“„<[\u200b-\u200f\u2060\ufeff]+|[)"'”>\].,;:!?\u200b-\u200f\u2060\ufeff]+$/gu, '');

/** Blanks and line breaks end an address; browsers encode those inside it. */
const addressesIn = (text: string): string[] =>
  text.split(/\s+/u, mostWords).flatMap((word) => addressAt(bare(word)) ?? []);

/** The address that a word is or ends with: "https://…", "www.dba.dk/…", "kr.https://…"; null for other words. */
function addressAt(word: string): string | null {
  if (/^https?:/i.test(word)) return word;
  const within = /^(?:[^\s/]*[^\s/:a-z+-])?(?:[a-z-]+:)?(https?:\/\/.*)$/iu.exec(word)?.[1];
  if (within) return within;
  return /^(?:[\p{L}\d-]+\.)+[\p{L}]{2,}(?:\/|$)/u.test(word) ? `https://${word}` : null;
}

/** Changes `http:` to `https:`, except for the demo's own address, and unwraps a redirecting address. */
function mend(address: string, { demoOrigin }: LinkOptions): string {
  const isDemo = demoOrigin !== undefined && address.toLowerCase().startsWith(demoOrigin.toLowerCase());
  return isDemo ? address : unwrapFacebookAddress(address.replace(/^http:/i, 'https:'));
}

function readAddress(address: string, options: LinkOptions): LinkResult {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(address) || !URL.canParse(address)) return refuse('link_invalid');
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(address)?.[1];
  if (!authority || authority.includes('@')) return refuse('link_invalid');
  const results = Object.values(linkTypes).map(({ read }) => read(address, options));
  const link = results.find((result) => typeof result !== 'string');
  const faults = results.filter((result) => typeof result === 'string');
  if (!link) return refuse(faults.find((code) => code !== 'link_foreign_host') ?? 'link_foreign_host');
  // A path's full stop that stood before a query that was left out would be lost at the next reading.
  if (bare(link.href) !== link.href) return readAddress(bare(link.href), options);
  if (options.sources && !options.sources.includes(link.source)) return refuse('link_by_hand');
  return { ok: true, link };
}

const refuse = (code: LinkFailureCode): LinkResult => ({ ok: false, code, message: linkRefusals[code] });

/**
 * Describes what a normalised link searches for, with all its filters: "octavia, up to 100.000 kr., within 60 km of Odense".
 * Links to other marketplaces than Facebook name theirs: "VW, up to 90.000 kr. · DBA"; a link without filters is called by its
 * marketplace.
 */
export function describeLink(href: string, words: DescribingWords): string {
  if (!URL.canParse(href)) return shortNames.facebook;
  const source = sourceOfHref(href);
  const title = asTitle(linkTypes[source].describe(new URL(href), words));
  return [title, source === 'facebook' && title !== '' ? '' : shortNames[source]].filter(Boolean).join(' · ');
}

import { readBilbasenAddress } from './bilbasen/bilbasen-link.ts';
import { dbaSite } from './dba/dba-site.ts';
import { readFacebookAddress, unwrapFacebookAddress } from './facebook/link.ts';
import type { MarketplaceId } from './marketplace-id.ts';
import {
  type AddressResult,
  type LinkFailureCode,
  type LinkOptions,
  type LinkResult,
  linkRefusals,
} from './marketplace-link.ts';
import { readVendAddress } from './vend/vend-link.ts';

/** Apart from the ports (`marketplaces.ts`): who only checks a link need not load how pages are read. */
const readers: Readonly<Record<MarketplaceId, (address: string, options: LinkOptions) => AddressResult>> = {
  facebook: readFacebookAddress,
  dba: (address, options) => readVendAddress(dbaSite, address, options),
  bilbasen: readBilbasenAddress,
};

const maxLinkLength = 2048;
const mostWords = 200;

/**
 * Reads what somebody pasted or a phone shared: the first address in it that can be imported, else why the first of all
 * cannot. Every field and the service ask here, so that a link is told the same everywhere. Only the normalised `href` is
 * used afterwards. A missing or plain scheme is mended and a forwarding address unwrapped; what else a URL parser would have
 * to repair (user names, encoded dots, backslashes, look-alike letters) is refused.
 */
export function readLink(raw: unknown, options: LinkOptions = {}): LinkResult {
  const text = typeof raw === 'string' ? raw.trim() : '';
  if (text === '') return refuse('link_blank');
  if (text.length > maxLinkLength) return refuse('link_invalid');
  const results = addressesIn(text).map((address) => readAddress(mend(address, options), options));
  return results.find(({ ok }) => ok) ?? results[0] ?? refuse('link_invalid');
}

/** Without the marks that writing puts around an address. */
const bare = (word: string): string => word.replace(/^[("'“„<[]+|[)"'”>\].,;:!?]+$/gu, '');

/** Blanks and line breaks end an address: browsers write those within it otherwise. */
const addressesIn = (text: string): string[] =>
  text.split(/\s+/u, mostWords).flatMap((word) => addressAt(bare(word)) ?? []);

/** The address that a word is or ends with: "https://…", "www.dba.dk/…", "kr.https://…"; null for other words. */
function addressAt(word: string): string | null {
  if (/^https?:/i.test(word)) return word;
  const within = /^(?:[^\s/]*[^\s/:a-z+-])?(?:[a-z-]+:)?(https?:\/\/.*)$/iu.exec(word)?.[1];
  if (within) return within;
  return /^(?:[\p{L}\d-]+\.)+[\p{L}]{2,}(?:\/|$)/u.test(word) ? `https://${word}` : null;
}

/** `http:` becomes `https:`, but for the demo's own address; an address that only leads on becomes the one it leads to. */
function mend(address: string, { demoOrigin }: LinkOptions): string {
  const isDemo = demoOrigin !== undefined && address.toLowerCase().startsWith(demoOrigin.toLowerCase());
  return isDemo ? address : unwrapFacebookAddress(address.replace(/^http:/i, 'https:'));
}

function readAddress(address: string, options: LinkOptions): LinkResult {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(address) || !URL.canParse(address)) return refuse('link_invalid');
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(address)?.[1];
  if (!authority || authority.includes('@')) return refuse('link_invalid');
  const results = Object.values(readers).map((read) => read(address, options));
  const link = results.find((result) => typeof result !== 'string');
  const faults = results.filter((result) => typeof result === 'string');
  if (!link) return refuse(faults.find((code) => code !== 'link_foreign_host') ?? 'link_foreign_host');
  if (options.sources && !options.sources.includes(link.source)) return refuse('link_by_hand');
  return { ok: true, link };
}

const refuse = (code: LinkFailureCode): LinkResult => ({ ok: false, code, message: linkRefusals[code] });

import type { FailureCode } from '../failure.ts';
import type { MarketplaceId } from './marketplace-id.ts';

/** A link the product accepts. `href` is normalised: two links with one meaning have one `href`, fit to be a key. */
export type MarketplaceLink = {
  href: string;
  origin: string;
  /** `share`: what a phone copies. What it leads to, an ad or a search, only the visit finds out. */
  kind: 'search' | 'item' | 'share';
  /** The place as the address names it ("copenhagen" or digits); null when the link names none. */
  placeSlug: string | null;
  itemId: string | null;
  /** The marketplace, or that which a demo stands in for. */
  source: MarketplaceId;
  isDemo: boolean;
};

/**
 * `demoOrigin`: "http://127.0.0.1:PORT" where the demo marketplaces are in use. `sources`: the marketplaces that are read
 * here; all when it is absent.
 */
export type LinkOptions = {
  demoOrigin?: string | undefined;
  sources?: readonly MarketplaceId[] | undefined;
};

export type LinkFailureCode = Exclude<Extract<FailureCode, `link_${string}`>, 'link_not_search'>;
export type LinkResult =
  | { ok: true; link: MarketplaceLink }
  | { ok: false; code: LinkFailureCode; message: string };

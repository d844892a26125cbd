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

/** Why a link is refused: what the service answers, and what every field says before it is sent. */
export const linkRefusals: Readonly<Record<LinkFailureCode | 'link_not_search', string>> = {
  link_blank: 'Paste a link first.',
  link_invalid: 'There is no web address in this. Copy the address from the browser and paste it whole.',
  link_foreign_host:
    'This link does not lead to a site that Bilfund reads: Facebook Marketplace, DBA or Bilbasen.',
  link_no_search:
    'This link holds no search yet. Search for cars there (a make, a price or words), then copy that address.',
  link_no_place:
    'This link does not say where to search. Choose a town on Marketplace first, then copy the address.',
  link_former: 'This is an old DBA address. Make the search again on DBA, then copy its new address.',
  link_favourites:
    'A list of favourites cannot be imported. Copy the address of a search or of a single car.',
  link_group:
    'Groups cannot be imported. Copy the address of a search on Marketplace, or of a single car there.',
  link_by_hand:
    'Bilfund does not visit this site by itself. Open the page there yourself and press the Bilfund button.',
  link_unsupported_path:
    'This page is neither a search for cars nor a single car. Copy the address of one of those.',
  link_not_search:
    'Only a search can be repeated, not a single car and not a shared link. Copy the address of the search.',
};

/** What a marketplace makes of one address: the link, or why it is none. */
export type AddressResult = MarketplaceLink | LinkFailureCode;

export type LinkResult =
  | { ok: true; link: MarketplaceLink }
  | { ok: false; code: LinkFailureCode; message: string };

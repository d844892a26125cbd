/** A link the product accepts. `href` is normalised: two links with one meaning have one `href`, fit to be a key. */
export type MarketplaceLink = {
  href: string;
  origin: string;
  kind: 'search' | 'item';
  /** The place as the address names it ("copenhagen" or digits); null when the link names none. */
  placeSlug: string | null;
  itemId: string | null;
  source: 'facebook' | 'demo';
};

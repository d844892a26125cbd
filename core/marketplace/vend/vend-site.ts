import type { MarketplaceId } from '#core/marketplace/marketplace-id.ts';

/**
 * What one site of the platform has of its own. DBA, FINN and Blocket run the same software: paths, names of fields and
 * most codes are equal, while money, distance, hosts and words are not.
 */
export type VendSite = {
  id: MarketplaceId;
  /** As people call it. */
  name: string;
  /** The host of its pages; the one without "www." is taken too. */
  host: string;
  /** The host of its photos. */
  photoHost: string;
  /** ISO 4217. */
  currency: string;
  /** Kilometres in one of the site's units of distance: a Scandinavian mile is ten. */
  kmPerUnit: number;
  /** What stands for a reading's unit on a card. */
  distanceUnit: 'km' | 'mil';
  /** Classes of registration whose price lacks the tax on value (25 % here). */
  classesWithoutVat: readonly number[];
};

/** A site with where its pages were read: `origin` is the demo's where that stands in for it. */
export type VendContext = { site: VendSite; origin: string; demoOrigin: string | undefined };

/** A page beyond is answered with the first one again, without a word. */
export const lastPage = 50;

export const siteOrigin = ({ host }: Pick<VendSite, 'host'>): string => `https://${host}`;

/** The address of an ad's page; `origin` is the demo's where one stands in for the site. */
export const vendItemAddress = (
  site: Pick<VendSite, 'host'>,
  id: string,
  origin = siteOrigin(site),
): string => `${origin}/mobility/item/${id}`;

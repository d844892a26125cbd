/** The marketplaces that are read. An ad's id is its marketplace's own: only with this it names one ad. */
export const marketplaceIds = ['facebook', 'dba'] as const;
export type MarketplaceId = (typeof marketplaceIds)[number];

/** As people call them. */
export const marketplaceNames: Readonly<Record<MarketplaceId, string>> = {
  facebook: 'Facebook Marketplace',
  dba: 'DBA',
};

/** What names one ad among those of all marketplaces. */
export const adIdOf = ({ source, id }: { source: MarketplaceId; id: string }): string => `${source}-${id}`;

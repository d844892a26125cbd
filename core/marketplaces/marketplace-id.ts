/** The marketplaces that are asked for their pages, where the operator turns them on. */
export const visitedIds = ['facebook', 'dba'] as const;
/** All that are read. The others let no robots in: their pages come from people's own browsers alone. */
export const marketplaceIds = [...visitedIds, 'bilbasen'] as const;
/** An ad's id is its marketplace's own: only with this it names one ad. */
export type MarketplaceId = (typeof marketplaceIds)[number];

/** As people call them. */
export const marketplaceNames: Readonly<Record<MarketplaceId, string>> = {
  facebook: 'Facebook Marketplace',
  dba: 'DBA',
  bilbasen: 'Bilbasen',
};

/** As sentences name them where it is clear what is spoken of. */
export const shortNames: Readonly<Record<MarketplaceId, string>> = {
  ...marketplaceNames,
  facebook: 'Marketplace',
};

/** What names one ad among those of all marketplaces. */
export const adIdOf = ({ source, id }: { source: MarketplaceId; id: string }): string => `${source}-${id}`;

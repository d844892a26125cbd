/** What answers the list of cars. */
export const catalogEngines = ['memory', 'opensearch'] as const;
export type CatalogEngine = (typeof catalogEngines)[number];

/** Memory where an installation says nothing. */
export const readCatalogEngine = (given: string | null): CatalogEngine =>
  catalogEngines.find((engine) => engine === given) ?? 'memory';

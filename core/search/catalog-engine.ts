/** What answers the list of cars. Of "shadow" it is memory, and OpenSearch is asked as well, to be compared. */
export const catalogEngines = ['memory', 'shadow', 'opensearch'] as const;
export type CatalogEngine = (typeof catalogEngines)[number];

/** Memory where an installation says nothing. */
export const readCatalogEngine = (given: string | null): CatalogEngine =>
  catalogEngines.find((engine) => engine === given) ?? 'memory';

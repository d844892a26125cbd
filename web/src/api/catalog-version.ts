/** The newest catalog version heard of over the live feed; lists ask for an answer at least that fresh. */
let newest: string | undefined;

export function noteCatalogVersion(version: string): void {
  newest = version;
}

export function newestCatalogVersion(): string | undefined {
  return newest;
}

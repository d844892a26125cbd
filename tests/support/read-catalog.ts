import { type Card, isCard } from '#core/car/card.ts';

/** All cards of the catalog's index, sold and gone ones among them. */
export async function readCatalog(): Promise<Card[]> {
  const { readCatalogChanges } = await import('#functions/_adapters/dynamodb/catalog-changes.ts');
  return (await readCatalogChanges(null)).filter(isCard);
}

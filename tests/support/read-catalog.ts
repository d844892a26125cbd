import { type Card, isCard } from '#core/cars/card.ts';

/** All cards of the catalog's index, sold and gone ones among them. */
export async function readCatalog(): Promise<Card[]> {
  const { readCatalogChanges } = await import('#functions/catalog/change-store.ts');
  return (await readCatalogChanges(null)).filter(isCard);
}

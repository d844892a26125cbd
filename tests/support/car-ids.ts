/** The id of an ad's car, once the ad was met; the same back for one that nobody met. */
export async function carIdOf(listingId: string): Promise<string> {
  const { currentCarId } = await import('#functions/cars/store.ts');
  return currentCarId(listingId, null);
}

/** The ads of cars of the catalog, in no order. */
export async function listingIdsOf(carIds: readonly string[]): Promise<string[]> {
  const { getCars } = await import('#functions/cars/store.ts');
  return (await getCars(carIds)).map(({ source }) => source.listing.id);
}

/**
 * Takes a shared car out for good, as an operator's script would: its facts go at once, and its place in the catalog's
 * index tells every catalog in memory. Until something in the product does it, this is what it must leave.
 */
export async function takeOutCar(id: string, now: Date): Promise<void> {
  const { carKey, catalogPartitionOf } = await import('#functions/platform/keys.ts');
  const { putItem } = await import('#functions/platform/table.ts');
  const updatedAt = now.toISOString();
  await putItem({
    ...carKey(id),
    kind: 'CAR',
    gsi1pk: catalogPartitionOf(id),
    gsi1sk: `${updatedAt}#${id}`,
    card: { id, updatedAt, isListed: false },
  });
}

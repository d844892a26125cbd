/**
 * Ids of cars as text. Those of the length that most have stand one after the other: a mark between two random ids would
 * cost as much as three of their letters. `odd`: the others, with their rows.
 */
export type PackedIds = string[] | { length: number; alike: string; odd: [row: number, id: string][] };

/** The first of the most frequent lengths; 0 without ids. */
function commonLength(ids: readonly string[]): number {
  const groups = [...Map.groupBy(ids, ({ length }) => length).values()];
  return groups.reduce((most, group) => (group.length > most.length ? group : most), [])[0]?.length ?? 0;
}

export function packIds(ids: readonly string[]): PackedIds {
  const length = commonLength(ids);
  const isAlike = (id: string) => id.length === length;
  return {
    length,
    alike: ids.filter(isAlike).join(''),
    odd: ids.flatMap((id, row): [number, string][] => (isAlike(id) ? [] : [[row, id]])),
  };
}

/** Models of format 2 have them as a list. */
export function unpackIds(packed: PackedIds): string[] {
  if (Array.isArray(packed)) return packed;
  const { length, alike, odd } = packed;
  const ids = Array.from({ length: length > 0 ? alike.length / length : 0 }, (_, place) =>
    alike.slice(place * length, (place + 1) * length),
  );
  for (const [row, id] of odd) ids.splice(row, 0, id);
  return ids;
}

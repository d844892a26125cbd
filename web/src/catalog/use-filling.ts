import { useMemo, useState } from 'react';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import type { PlacedAd } from '../cars/unrated-ad.tsx';

type Filling = {
  /** The shown import, if the list shows it whole and in the order of reading; else null. */
  importId: string | null;
  isFilling: boolean;
  /** To a reader who is not told its unrated ads: how many they are. */
  waiting: number;
};

/** As many places as a page of cars has. */
const mostPlaces = 30;

/**
 * The cars of a running import and its ads that are not rated yet, each where it first stood: an ad becomes its car in place.
 * Readers who may not see which ads are left see how many.
 */
export function useFilling(
  data: CarListWire | undefined,
  { importId, isFilling, waiting }: Filling,
): (CarListWire['cars'][number] | PlacedAd)[] {
  const [kept, setKept] = useState<{ importId: string | null; places: readonly string[] }>({
    importId: null,
    places: [],
  });
  const isKept = importId !== null && (isFilling || kept.importId === importId);
  const places = isKept && kept.importId === importId ? kept.places : null;
  const cars = useMemo(() => {
    const told = (data?.unrated ?? []).map((ad, place) => ({ id: ad.id ?? `ad-${place}`, ad }));
    const blanks = data && isFilling && told.length === 0 ? Math.min(waiting, mostPlaces) : 0;
    const untold = Array.from({ length: blanks }, (_, place) => ({ id: `ad-${place}`, ad: null }));
    const all = [...(data?.cars ?? []), ...told];
    if (places) {
      const placeOf = new Map(places.map((id, place) => [id, place]));
      all.sort(
        (one, other) => (placeOf.get(one.id) ?? mostPlaces ** 2) - (placeOf.get(other.id) ?? mostPlaces ** 2),
      );
    }
    return [...all, ...untold];
  }, [data, isFilling, waiting, places]);
  const known = new Set(places);
  const added = isKept
    ? cars.map(({ id }) => id).filter((id) => !id.startsWith('ad-') && !known.has(id))
    : [];
  if (added.length > 0) setKept({ importId, places: [...(places ?? []), ...added] });
  return cars;
}

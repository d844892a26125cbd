import type { Query, QueryClient } from '@tanstack/react-query';
import type { CarQueryWire } from '#core/contract/routes/car-query.ts';
import type { CarListWire, WireCar, WireCarDetail } from '#core/contract/routes/cars.ts';
import { queryKeys } from '../../api/query-keys.ts';

type CachedDetail = WireCarDetail | { id: string; locked: true };

/** Every cached answer that holds cars: pages of lists, and the cars similar to one. */
const groups = [queryKeys.carLists, queryKeys.similarCars];

/** "cars", "car" and "similar-cars". */
const ofCars = { predicate: ({ queryKey }: Query) => /car/.test(queryKey[0] as string) };

/**
 * Calls off the answers under way that hold cars, then lets `change` show: they were asked for before it and would take it
 * back. Returns whether there were any, to be asked for again once the change is kept.
 */
export function changeAhead(client: QueryClient, change: () => void): boolean {
  const isAsked = client.isFetching(ofCars) > 0;
  if (isAsked) void client.cancelQueries(ofCars).then(change);
  else change();
  return isAsked;
}

/** Changes a car in every answer that holds it. */
export function changeCachedCar(client: QueryClient, carId: string, change: Partial<WireCar>): void {
  for (const queryKey of groups) {
    client.setQueriesData<Pick<CarListWire, 'cars'>>(
      { queryKey },
      (list) =>
        list && {
          ...list,
          cars: list.cars.map((car) => (car.id === carId && !car.locked ? { ...car, ...change } : car)),
        },
    );
  }
  client.setQueryData<CachedDetail>(queryKeys.car(carId), (car) =>
    car && !car.locked ? { ...car, ...change } : car,
  );
}

/** Takes a car out of the cached lists whose query is affected; returns the way back. */
export function dropCachedCar(
  client: QueryClient,
  carId: string,
  isAffected: (query: CarQueryWire) => boolean,
): () => void {
  const filter = {
    queryKey: queryKeys.carLists,
    predicate: ({ queryKey }: Query) => isAffected((queryKey[1] ?? {}) as CarQueryWire),
  };
  const lists = client.getQueriesData<CarListWire>(filter);
  client.setQueriesData<CarListWire>(filter, (list) =>
    list?.cars.some((car) => car.id === carId)
      ? { ...list, totalCount: list.totalCount - 1, cars: list.cars.filter((car) => car.id !== carId) }
      : list,
  );
  return () => {
    for (const [key, data] of lists) client.setQueryData(key, data);
  };
}

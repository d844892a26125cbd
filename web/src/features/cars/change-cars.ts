import type { QueryClient } from '@tanstack/react-query';
import type { CarListWire, WireCar, WireCarDetail } from '#core/contract/routes/cars.ts';
import { queryKeys } from '../../api/query-keys.ts';

type CachedDetail = WireCarDetail | { id: string; locked: true };

/** Changes a car in every answer that holds it; returns the way back. */
export function changeCachedCar(client: QueryClient, carId: string, change: Partial<WireCar>): () => void {
  const lists = client.getQueriesData<CarListWire>({ queryKey: queryKeys.carLists });
  const detail = client.getQueryData<CachedDetail>(queryKeys.car(carId));
  client.setQueriesData<CarListWire>(
    { queryKey: queryKeys.carLists },
    (list) =>
      list && {
        ...list,
        cars: list.cars.map((car) => (car.id === carId && !car.locked ? { ...car, ...change } : car)),
      },
  );
  client.setQueryData<CachedDetail>(queryKeys.car(carId), (car) =>
    car && !car.locked ? { ...car, ...change } : car,
  );
  return () => {
    for (const [key, data] of lists) client.setQueryData(key, data);
    client.setQueryData(queryKeys.car(carId), detail);
  };
}

/** Takes a car out of every cached list; returns the way back. */
export function dropCachedCar(client: QueryClient, carId: string): () => void {
  const lists = client.getQueriesData<CarListWire>({ queryKey: queryKeys.carLists });
  client.setQueriesData<CarListWire>({ queryKey: queryKeys.carLists }, (list) =>
    list?.cars.some((car) => car.id === carId)
      ? { ...list, totalCount: list.totalCount - 1, cars: list.cars.filter((car) => car.id !== carId) }
      : list,
  );
  return () => {
    for (const [key, data] of lists) client.setQueryData(key, data);
  };
}

import { type Query, type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { CarQueryWire } from '#core/contract/routes/car-parts.ts';
import type { CarListWire, WireCar, WireCarDetail } from '#core/contract/routes/cars.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { isSignedIn } from '../api/session.ts';
import { useTexts } from '../i18n/language.tsx';
import { useFailureText } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { useGo } from '../ui/navigation.ts';
import { notify } from '../ui/notices.tsx';
import type { Removal } from './car-card.tsx';

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

/** An answer under way was asked for before the change was kept: it would be taken for the newest. */
function askAgain(client: QueryClient, lists: QueryFilters): void {
  void client.cancelQueries(lists).then(() => client.invalidateQueries(lists));
}

/** Lists are asked for again when one comes to them; at once where an answer was called off. */
function refreshLists(client: QueryClient, wasCalledOff: boolean): void {
  const lists = { queryKey: queryKeys.carLists };
  if (wasCalledOff) askAgain(client, lists);
  else void client.invalidateQueries({ ...lists, refetchType: 'none' });
}

/** Who opened the starred cars before the star was kept finds it there; an unstarred one stays until they come back. */
const starredLists: QueryFilters = {
  queryKey: queryKeys.carLists,
  predicate: ({ queryKey }) => (queryKey[1] as CarQueryWire | undefined)?.view === 'starred',
};

/** What is asked of the same car goes out one after the other: the last press is the one that stays. */
const lastRequest = new Map<string, Promise<unknown>>();
function inTurn(carId: string, send: () => Promise<unknown>): Promise<unknown> {
  const request = (lastRequest.get(carId) ?? Promise.resolve()).then(send, send);
  lastRequest.set(carId, request);
  return request;
}

/** Star and unstar at once, with a way back; a refusal undoes it and says why. Signed-out readers are led to sign in. */
export function useToggleStar(): (car: { id: string; isStarred: boolean }) => void {
  const client = useQueryClient();
  const go = useGo();
  const failureText = useFailureText();
  const t = useTexts();

  const set = (carId: string, isStarred: boolean, canUndo: boolean) => {
    const wasCalledOff = changeAhead(client, () => changeCachedCar(client, carId, { isStarred }));
    const undo = canUndo ? () => set(carId, !isStarred, false) : undefined;
    if (canUndo) notify(isStarred ? t.card.starAdded : t.card.starRemoved, undo);
    const params = { id: carId };
    inTurn(carId, () =>
      isStarred ? call('PUT /api/stars/{id}', { params }) : call('DELETE /api/stars/{id}', { params }),
    ).then(
      () => {
        refreshLists(client, wasCalledOff);
        if (isStarred && !wasCalledOff) askAgain(client, starredLists);
      },
      (error: unknown) => {
        changeCachedCar(client, carId, { isStarred: !isStarred });
        refreshLists(client, wasCalledOff);
        notify(failureText(error));
      },
    );
  };
  return ({ id, isStarred }) => {
    if (isSignedIn()) set(id, !isStarred, true);
    else go(paths.login);
  };
}

type RemovalCalls = {
  label: (title: string) => string;
  /** What the notice with its undo says. */
  removed: string;
  /** The lists that no longer hold the car. */
  isAffected: (query: CarQueryWire) => boolean;
  remove: (carId: string) => Promise<unknown>;
  restore: (carId: string) => Promise<unknown>;
};

/** Takes a car out of a list at once; undo puts it back where it was. */
export function useRemoval({ label, removed, isAffected, remove, restore }: RemovalCalls): Removal {
  const client = useQueryClient();
  const failureText = useFailureText();
  const run = (carId: string) => {
    let putBack = () => {};
    const wasCalledOff = changeAhead(client, () => {
      putBack = dropCachedCar(client, carId, isAffected);
    });
    const fail = (error: unknown) => {
      putBack();
      refreshLists(client, wasCalledOff);
      notify(failureText(error));
    };
    const undo = () => {
      putBack();
      // Sent beside the removal it could arrive first, and the removal would win.
      inTurn(carId, () => restore(carId)).then(
        () => refreshLists(client, wasCalledOff),
        (error: unknown) => notify(failureText(error)),
      );
    };
    inTurn(carId, () => remove(carId)).then(() => refreshLists(client, wasCalledOff), fail);
    notify(removed, undo);
  };
  return { label, run };
}

export function useDiscoveryRemoval(): Removal {
  const t = useTexts();
  return useRemoval({
    label: t.card.remove,
    removed: t.card.removed,
    isAffected: ({ view }) => view === 'discovered',
    remove: (id) => call('DELETE /api/discoveries/{id}', { params: { id } }),
    restore: (id) => call('PUT /api/discoveries/{id}', { params: { id } }),
  });
}

export type ActionCar = Pick<WireCar, 'id' | 'title' | 'image_urls'>;

/** What a screen offers for its cars besides the star. Null where a card is only shown (the home page). */
export type CarActions = {
  addToList: (car: ActionCar) => void;
  /** The cars laid aside for comparing. */
  comparedIds: readonly string[];
  /** Lays a car aside, or takes it back. */
  toggleCompare: (car: ActionCar) => void;
  /** Opens the help of the keyboard. */
  showKeys: () => void;
};

export const CarActionsContext = createContext<CarActions | null>(null);

export const useCarActions = (): CarActions | null => use(CarActionsContext);

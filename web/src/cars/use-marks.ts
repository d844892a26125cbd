import { type Query, type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { CarQueryWire } from '#core/contract/routes/car-parts.ts';
import type { CarListWire, WireCar, WireCarDetail } from '#core/contract/routes/cars.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { isSignedIn } from '../api/session.ts';
import { useTexts } from '../i18n/language.tsx';
import { useFailureText } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { useGo } from '../ui/navigation.ts';
import { notify } from '../ui/notices.tsx';
import type { Removal } from './car-card.tsx';

type CachedDetail = WireCarDetail | { id: string; locked: true };

/** Every cached query that holds cars: list pages and similar cars. */
const groups = [queryKeys.carLists, queryKeys.similarCars];

/** "cars", "car" and "similar-cars". */
const ofCars = { predicate: ({ queryKey }: Query) => /car/.test(queryKey[0] as string) };

/**
 * Cancels pending requests that hold cars, then applies `change`: their answers are older and would revert it. Returns whether
 * there were any, to be refetched once the change is saved.
 */
function changeAhead(client: QueryClient, change: () => void): boolean {
  const isAsked = client.isFetching(ofCars) > 0;
  if (isAsked) void client.cancelQueries(ofCars).then(change);
  else change();
  return isAsked;
}

/** Updates a car in every cached query that holds it. */
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

/** Removes a car from the affected cached lists and from among similar cars; returns a function that restores it. */
export function dropCachedCar(
  client: QueryClient,
  carId: string,
  isAffected: (query: CarQueryWire) => boolean,
): () => void {
  const filter = {
    predicate: ({ queryKey }: Query) =>
      groups.some(([name]) => name === queryKey[0]) && isAffected((queryKey[1] ?? {}) as CarQueryWire),
  };
  type Held = Pick<CarListWire, 'cars'> & Partial<CarListWire>;
  const lists = client.getQueriesData<Held>(filter);
  client.setQueriesData<Held>(filter, (list) =>
    list?.cars.some((car) => car.id === carId)
      ? {
          ...list,
          ...(list.totalCount !== undefined && { totalCount: list.totalCount - 1 }),
          cars: list.cars.filter((car) => car.id !== carId),
        }
      : list,
  );
  return () => {
    for (const [key, data] of lists) client.setQueryData(key, data);
  };
}

/** Cancels requests sent before the change was saved: their older answers would be taken for the newest. */
function askAgain(client: QueryClient, lists: QueryFilters): void {
  void client.cancelQueries(lists).then(() => client.invalidateQueries(lists));
}

/** Marks lists as stale; refetches at once only if a request was cancelled. */
function refreshLists(client: QueryClient, wasCalledOff: boolean): void {
  const lists = { queryKey: queryKeys.carLists };
  if (wasCalledOff) askAgain(client, lists);
  else void client.invalidateQueries({ ...lists, refetchType: 'none' });
}

/** Refetched after a star is saved, so that an open list shows it; an unstarred car stays until the next visit. */
const starredLists: QueryFilters = {
  queryKey: queryKeys.carLists,
  predicate: ({ queryKey }) => (queryKey[1] as CarQueryWire | undefined)?.view === 'starred',
};

/** Requests for the same car are sent one after another, so that the last press wins. */
const lastRequest = new Map<string, Promise<unknown>>();
function inTurn(carId: string, send: () => Promise<unknown>): Promise<unknown> {
  const request = (lastRequest.get(carId) ?? Promise.resolve()).then(send, send);
  lastRequest.set(carId, request);
  return request;
}

/** Optimistic star and unstar with undo; a refusal reverts it. Signed-out readers are sent to sign-in. */
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
  /** Text of the notice with undo. */
  removed: string;
  /** The lists that no longer hold the car. */
  isAffected: (query: CarQueryWire) => boolean;
  remove: (carId: string) => Promise<unknown>;
  restore: (carId: string) => Promise<unknown>;
};

/** Optimistically removes a car from a list; undo restores it. */
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
      // Undo waits for the removal: sent at the same time it could arrive first and lose.
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

/** Hides a car in every view of the reader; undo shows it again. Signed-out readers are sent to sign-in. */
export function useHiding(): Removal {
  const t = useTexts();
  const go = useGo();
  const { label, run } = useRemoval({
    label: t.card.hideCar,
    removed: t.card.hidden,
    isAffected: ({ view }) => view !== 'hidden',
    remove: (id) => call('PUT /api/hidden/{id}', { params: { id } }),
    restore: (id) => call('DELETE /api/hidden/{id}', { params: { id } }),
  });
  return { label, run: (carId) => (isSignedIn() ? run(carId) : go(paths.login)) };
}

/** Shows a hidden car again, from the list of hidden cars. */
export function useShowingAgain(): Removal {
  const t = useTexts();
  const removal = useRemoval({
    label: t.card.showAgain,
    removed: t.card.shownAgain,
    isAffected: ({ view }) => view === 'hidden',
    remove: (id) => call('DELETE /api/hidden/{id}', { params: { id } }),
    restore: (id) => call('PUT /api/hidden/{id}', { params: { id } }),
  });
  return { ...removal, isReturn: true };
}

export type ActionCar = Pick<WireCar, 'id' | 'title' | 'image_urls'>;

/** Actions on cars besides the star. Null where cards are read-only (the home page). */
export type CarActions = {
  addToList: (car: ActionCar) => void;
  /** The cars in the compare tray. */
  comparedIds: readonly string[];
  /** Adds a car to the compare tray or removes it. */
  toggleCompare: (car: ActionCar) => void;
  /** Hides a car in every view. */
  hide: (carId: string) => void;
  /** Opens the keyboard help. */
  showKeys: () => void;
};

export const CarActionsContext = createContext<CarActions | null>(null);

export const useCarActions = (): CarActions | null => use(CarActionsContext);

import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import type { CarQueryWire } from '#core/contract/routes/car-query.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { isSignedIn } from '../../api/session.ts';
import { useTexts } from '../../i18n/language.tsx';
import { useFailureText } from '../../i18n/use-failure-text.ts';
import { paths } from '../../paths.ts';
import { useGo } from '../../ui/navigation.ts';
import { notify } from '../../ui/notices.tsx';
import { changeAhead, changeCachedCar, dropCachedCar } from './change-cars.ts';
import type { Removal } from './remove-button.tsx';

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

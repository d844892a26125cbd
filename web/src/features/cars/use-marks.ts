import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../i18n/language.tsx';
import { useFailureText } from '../../i18n/use-failure-text.ts';
import { paths } from '../../paths.ts';
import { notify } from '../../ui/notices.tsx';
import { changeCachedCar, dropCachedCar } from './change-cars.ts';

function refreshLists(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: queryKeys.carLists, refetchType: 'none' });
}

/** Star and unstar at once, with a way back; a refusal undoes it and says why. Signed-out readers are led to sign in. */
export function useToggleStar(): (car: { id: string; isStarred: boolean }) => void {
  const client = useQueryClient();
  const session = useSession();
  const navigate = useNavigate();
  const failureText = useFailureText();
  const t = useTexts();

  const set = (carId: string, isStarred: boolean, canUndo: boolean) => {
    const rollBack = changeCachedCar(client, carId, { isStarred });
    const request = isStarred
      ? call('PUT /api/stars/{id}', { params: { id: carId } })
      : call('DELETE /api/stars/{id}', { params: { id: carId } });
    const undo = canUndo ? () => set(carId, !isStarred, false) : undefined;
    if (canUndo) notify(isStarred ? t.card.starAdded : t.card.starRemoved, undo);
    request.then(
      () => refreshLists(client),
      (error: unknown) => {
        rollBack();
        notify(failureText(error));
      },
    );
  };
  return ({ id, isStarred }) => {
    if (session.status === 'signed_in') set(id, !isStarred, true);
    else void navigate(paths.login);
  };
}

/** Takes a car out of My Discoveries at once; undo puts it back. */
export function useRemoveDiscovery(): (carId: string) => void {
  const client = useQueryClient();
  const failureText = useFailureText();
  const t = useTexts();
  return (carId) => {
    const putBack = dropCachedCar(client, carId);
    const fail = (error: unknown) => {
      putBack();
      notify(failureText(error));
    };
    const undo = () => {
      putBack();
      call('PUT /api/discoveries/{id}', { params: { id: carId } }).then(() => refreshLists(client), fail);
    };
    call('DELETE /api/discoveries/{id}', { params: { id: carId } }).then(() => refreshLists(client), fail);
    notify(t.card.removed, undo);
  };
}

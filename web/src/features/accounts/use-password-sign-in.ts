import { useCallback } from 'react';
import { call } from '../../api/call.ts';
import { adoptSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { useGo } from '../../ui/navigation.ts';
import { waitingCars } from '../../waiting-cars.ts';

/** Signs in and leads to the start page, or to the cars that wait. Throws ApiError. */
export function usePasswordSignIn(): (email: string, password: string) => Promise<void> {
  const go = useGo();
  return useCallback(
    async (email, password) => {
      adoptSession(await call('POST /api/auth/sign-in', { body: { email, password } }));
      go(waitingCars() === null ? paths.home : paths.receive);
    },
    [go],
  );
}

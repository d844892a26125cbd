import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { adoptSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { useGo } from '../../ui/navigation.ts';
import { clearNotices, notify } from '../../ui/notices.tsx';

/** Ends the session here and on the service, and forgets every answer it brought. `farewell` is said once all is gone. */
export function useSignOut(): (farewell?: string) => void {
  const client = useQueryClient();
  const go = useGo();
  return (farewell) => {
    // Signing out works without the network too: the token leaves the memory either way.
    call('POST /api/auth/sign-out')
      .catch(() => undefined)
      .finally(() => {
        adoptSession(null);
        client.clear();
        clearNotices();
        if (farewell !== undefined) notify(farewell);
        go(paths.home);
      });
  };
}

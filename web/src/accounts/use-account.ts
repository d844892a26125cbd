import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { adoptSession } from '../api/session.ts';
import { useLanguage } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { useGo } from '../ui/navigation.ts';
import { clearNotices, notify } from '../ui/notices.tsx';

/** The caller's address, language and since when they are a member. */
export function useAccount() {
  return useQuery({
    queryKey: queryKeys.account,
    queryFn: ({ signal }) => call('GET /api/account', { signal }),
    staleTime: 10 * 60_000,
  });
}

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

/** Tells the service when the reader changes the language, so that its mails follow; mounted while somebody is signed in. */
export function useTellLanguage(): void {
  const { language } = useLanguage();
  const told = useRef(language);
  useEffect(() => {
    if (told.current === language) return;
    told.current = language;
    // The page speaks the new language already; a mail in the old one is no harm worth a message.
    call('PUT /api/account/language', { body: { language } }).catch((error: unknown) =>
      console.warn('The language of mails could not be changed', error),
    );
  }, [language]);
}

import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { useLanguage } from '../../i18n/language.tsx';

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

import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { longestTokenDays } from '#core/accounts/access-token.ts';
import type { Language } from '#core/shared.ts';
import { call } from '../api/call.ts';

/** What the extension's script on this page says (`extension/content/pairing.ts`). */
type ExtensionMessage = { bilfund: 'extension'; isPaired: boolean };

/** "absent" until its script has answered. */
export type ExtensionState = 'absent' | 'unpaired' | 'paired';

const say = (message: Record<string, unknown>) =>
  window.postMessage({ bilfund: 'page', ...message }, location.origin);

/** Whether the extension is in this browser, and the press that connects it: a token of its own is made and handed over. */
export function useExtension(name: string, language: Language) {
  const [state, setState] = useState<ExtensionState>('absent');
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<Partial<ExtensionMessage> | null>) => {
      if (source !== window || origin !== location.origin || data?.bilfund !== 'extension') return;
      setState(data.isPaired ? 'paired' : 'unpaired');
    };
    addEventListener('message', listen);
    say({ ask: 'paired' });
    return () => removeEventListener('message', listen);
  }, []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('POST /api/tokens', { body: { name, scopes: ['pages', 'follow'], days: longestTokenDays } }),
    onSuccess: ({ token }) => say({ ask: 'pair', token, language }),
  });
  const connect = useCallback(() => mutate(), [mutate]);
  return { state, connect, isPending, error };
}

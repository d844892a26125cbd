import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { longestTokenDays } from '#core/accounts/access-token.ts';
import type { Language } from '#core/shared.ts';
import { call } from '../api/call.ts';

/** What the extension's script on this page says (`extension/content/pairing.ts`). */
type ExtensionMessage = { bilfund: 'extension'; answers: 'paired' | 'pair'; isPaired: boolean };

/** "absent" until its script has answered. */
export type ExtensionState = 'absent' | 'unpaired' | 'paired';

const say = (message: Record<string, unknown>) =>
  window.postMessage({ bilfund: 'page', ...message }, location.origin);

/** Calls `hear` for each message of the extension until the function that it returns is called. */
function listen(hear: (message: Partial<ExtensionMessage>) => void): () => void {
  const receive = ({ source, origin, data }: MessageEvent<Partial<ExtensionMessage> | null>) => {
    if (source === window && origin === location.origin && data?.bilfund === 'extension') hear(data);
  };
  addEventListener('message', receive);
  return () => removeEventListener('message', receive);
}

/** One that was updated or removed since the page was loaded never answers. */
const patienceMs = 10_000;

/** Whether the extension took the token. */
function handOver(token: string, language: Language): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isTaken: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(isTaken);
    };
    const timer = setTimeout(() => end(false), patienceMs);
    const stop = listen(({ answers, isPaired }) => {
      if (isPaired) end(true);
      else if (answers === 'pair') end(false);
    });
    say({ ask: 'pair', token, language });
  });
}

/** The extension did not take its token. */
export class NotTaken extends Error {}

/** Whether the extension is in this browser, and the press that connects it: a token of its own is made and handed over. */
export function useExtension(name: string, language: Language) {
  const [state, setState] = useState<ExtensionState>('absent');
  useEffect(() => {
    const stop = listen(({ isPaired }) => setState(isPaired ? 'paired' : 'unpaired'));
    say({ ask: 'paired' });
    return stop;
  }, []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { token, details } = await call('POST /api/tokens', {
        body: { name, scopes: ['pages', 'follow'], days: longestTokenDays },
      });
      if (await handOver(token, language)) return;
      // Nobody has it.
      await call('DELETE /api/tokens/{id}', { params: { id: details.id } }).catch(() => undefined);
      throw new NotTaken();
    },
  });
  const connect = useCallback(() => mutate(), [mutate]);
  return { state, connect, isPending, error };
}

import type { PairMessage } from '../messages.ts';

/**
 * Runs on the installation's own page `/extension` alone: tells it that the extension is there, and passes the token that
 * the page made on to the worker. Nothing of the token is kept here.
 */
const say = (message: Record<string, unknown>) =>
  window.postMessage({ bilfund: 'extension', ...message }, location.origin);

const ask = (message: PairMessage) =>
  chrome.runtime.sendMessage<PairMessage, { isPaired: boolean } | null>(message);

const tell = async (message: PairMessage) =>
  say({ answers: message.ask, isPaired: (await ask(message))?.isPaired === true });

addEventListener('message', ({ source, origin, data }: MessageEvent<Record<string, unknown> | null>) => {
  if (source !== window || origin !== location.origin || data?.bilfund !== 'page') return;
  if (data.ask === 'pair' && typeof data.token === 'string')
    void tell({ ask: 'pair', token: data.token, language: data.language === 'da' ? 'da' : 'en' });
  if (data.ask === 'paired') void tell({ ask: 'paired' });
});
void tell({ ask: 'paired' });

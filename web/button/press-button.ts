import { buttonVersion, type HandOver, type ReadyMessage } from '#core/marketplaces/button/hand-over.ts';
import { collectPage } from './collect-page.ts';

/** What stands in the bookmark before this code: whose button it is, and the one sentence that it may have to say itself. */
export type ButtonSettings = {
  /** "https://…" of the installation, where the page is handed over. */
  receiver: string;
  /** The demo that stands in for the marketplace, if there is one. */
  demoOrigin: string | undefined;
  /** Said where the browser opens no window. */
  blocked: string;
};

/**
 * Opens the installation's window and sends it the page's cars, once that window has sent the nonce it was opened with. Reads
 * nothing on a page that is not a marketplace's.
 */
export function pressButton({ receiver, demoOrigin, blocked }: ButtonSettings): void {
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const opened = window.open(`${receiver}/receive#${nonce}`);
  if (!opened) {
    alert(blocked);
    return;
  }
  const page = collectPage(document, location, demoOrigin);
  const handOver: HandOver = { bilfund: 'cars', version: buttonVersion, nonce, page };
  const answer = ({ source, origin, data }: MessageEvent<Partial<ReadyMessage> | null>) => {
    if (source !== opened || origin !== receiver || data?.bilfund !== 'ready' || data.nonce !== nonce) return;
    removeEventListener('message', answer);
    opened.postMessage(handOver, receiver);
  };
  addEventListener('message', answer);
}

import { buttonVersion, type HandOver } from '#core/marketplaces/button/hand-over.ts';
import { collectPage } from '../../../web/button/collect-page.ts';

const nonce = 'a'.repeat(32);

/** What a press on this page sends, and what the window expects: the arguments of `readHandOver`. */
export function handOverOf(html: string, url: string, demoOrigin?: string) {
  const opened = new DOMParser().parseFromString(html, 'text/html');
  const location = new URL(url) as unknown as Location;
  const page = collectPage(opened, location, demoOrigin);
  const data: HandOver = structuredClone({ bilfund: 'cars', version: buttonVersion, nonce, page });
  return [
    { origin: location.origin, data },
    { nonce, demoOrigin },
  ] as const;
}

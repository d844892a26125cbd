import { collectPage } from '../../web/button/collect-page.ts';
import type { Installation } from '../manifest.ts';
import type { PageAnswer, PageMessage } from '../messages.ts';
import { textsOf } from '../texts.ts';
import { PageWatcher } from './page-watcher.ts';

/** Written in by the build. */
declare const installation: Installation;

const demoOrigin = installation.demoOrigin ?? undefined;
const watcher = new PageWatcher({
  page: document,
  collect: () => collectPage(document, location, demoOrigin),
  demoOrigin,
  ask: (message) => chrome.runtime.sendMessage<PageMessage, PageAnswer | null>(message),
  texts: textsOf(navigator.language.startsWith('da') ? 'da' : 'en'),
  pairAddress: `${installation.origin}/extension`,
});
watcher.start();

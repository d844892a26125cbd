import type { Ad, World } from '#demo/cars/world.ts';
import type { Site } from './listing-json.ts';
import type { Search } from './search.ts';
import { renderSearchPage, type Shown } from './search-page.ts';
import { badges, earlierAds, unkindAds } from './unkind-ads.ts';

/** The rest comes by scrolling. */
const firstRows = 6;

/** Whoever agrees is led away, so that a visit which does so fails. */
const cookieOverlay = `<div role="dialog" aria-label="Tillad brug af cookies"><h2>Tillad Facebooks brug af cookies?</h2>
<button type="button" onclick="location.assign('/privacy/consent/?answer=all')">Tillad alle cookies</button>
<button type="button" onclick="this.parentElement.remove()">Afvis valgfrie cookies</button></div>`;
const logInOverlay = `<div role="dialog" aria-label="Se mere på Facebook"><button type="button" aria-label="Luk" onclick="this.parentElement.remove()">×</button>
<h2>Se mere på Facebook</h2><form action="/login/device-based/regular/login/" method="post"><input name="email" aria-label="E-mail"><input name="pass" type="password" aria-label="Password"><button>Log in</button></form></div>`;
/** The page asks for its very first rows by itself, as soon as it stands. */
const askAtOnce = `<script>addEventListener('load', () => dispatchEvent(new Event('scroll')));</script>`;

const shownFor: Record<string, (world: World) => Partial<Shown>> = {
  'cookie-overlay': () => ({ over: cookieOverlay }),
  'log-in-overlay': () => ({ over: logInOverlay }),
  'late-rows': () => ({ inData: null, drawn: [], over: askAtOnce }),
  'more-cards': () => ({ inDataCount: 2 }),
  'stale-data': (world) => ({ inData: earlierAds(world) }),
  badges: () => ({ inData: null, badgeOf: (place) => badges[place] ?? '' }),
};

/** A search page as the real site shows it on a bad day; null for a word that asks for none. */
export function renderUnkindPage(word: string, search: Search, world: World, site: Site): string | null {
  const ads: Ad[] | null = unkindAds(word, world);
  if (!ads) return null;
  const rows = word === 'late-rows' ? 0 : firstRows;
  return renderSearchPage(search, site, ads, rows, shownFor[word]?.(world));
}

/** What the site says to visitors without an account, whichever further page they ask for. */
export const refusedContinuation = JSON.stringify({
  errors: [
    { message: 'Rate limit exceeded', severity: 'CRITICAL', code: 1_675_004, api_error_code: 1_675_004 },
  ],
  data: null,
});

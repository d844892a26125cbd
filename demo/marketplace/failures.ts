import type { Ad, World } from '#demo/cars/world.ts';
import type { Site } from './feed.ts';
import {
  jsonScript,
  renderChangedSearchPage,
  renderSearchPage,
  type Shown,
  searchRoute,
  shell,
} from './pages.ts';
import type { Search } from './search.ts';

/** How many a search of this kind finds: enough for a page and one answer to scrolling, few enough not to wait for. */
const adCount = 10;

/** Ads that say nothing odd by themselves. */
function plainAds(world: World): Ad[] {
  const isPlain = ({ state, car }: Ad) =>
    state === 'live' && car.kind === 'ordinary' && car.quirks.length === 0 && car.twist === 'none';
  return world.ads().filter(isPlain);
}

/** The same car in an ad of its own, which says this of it. */
const offered = (ad: Ad, digits: string, changes: Partial<Ad>, car: Partial<Ad['car']> = {}): Ad => {
  const id = `${digits}${ad.id.slice(-13)}`;
  return { ...ad, ...changes, id, car: { ...ad.car, ...car, id } };
};

export const badges = ['Sold', 'Solgt', 'Pending', 'Reserveret', 'Just listed', 'Netop opslået'] as const;

function badgedAds(world: World): Ad[] {
  const states: Ad['state'][] = ['sold', 'sold', 'pending', 'pending', 'live', 'live'];
  return plainAds(world)
    .slice(20, 20 + badges.length)
    .map((ad, place) => offered(ad, '970', { state: states[place]! }));
}

const dkk = (amount: number): Pick<Ad, 'price'> => ({ price: { amount, currency: 'DKK' } });

/** What sellers type where the form wants a figure and they have something else to say. */
function symbolicAds(world: World): Ad[] {
  // Old enough that nobody believes them new.
  const used = plainAds(world).filter(({ car }) => car.year <= 2016);
  const [a, b, c, d, e] = used.slice(-5) as [Ad, Ad, Ad, Ad, Ad];
  const words = 'Velholdt bil, ring for mere.';
  const later = 'Finansiering: udbetaling 19.900 kr., derefter 2.495 kr. pr. md.';
  return [
    offered(a, '981', dkk(12), { description: words }),
    offered(b, '982', dkk(19_900), { description: `${words} ${later}` }),
    offered(c, '983', dkk(19_900), { title: `${c.car.title} - udbetaling 19.900`, description: words }),
    offered(d, '984', {}, { mileageKm: 300, description: words }),
    offered(e, '985', {}, { mileageKm: 111_111, description: words }),
  ];
}

/** The ads of a search whose word asks for something unkind, in the order of the site; null for any other word. */
export function unkindAds(word: string, world: World): Ad[] | null {
  if (word === 'badges') return badgedAds(world);
  if (word === 'symbolic') return symbolicAds(world);
  return unkindWords.some((each) => each === word) ? plainAds(world).slice(0, adCount) : null;
}

/** Of the search that somebody looked at before. */
export const earlierAds = (world: World): Ad[] => plainAds(world).slice(40, 40 + adCount);

export const unkindWords = [
  'cookie-overlay',
  'log-in-overlay',
  'late-rows',
  'refused-continuation',
  'more-cards',
  'stale-data',
  'badges',
  'symbolic',
] as const;
export type UnkindWord = (typeof unkindWords)[number];

/** Ads that stand in no search of the usual kind: their own pages and photos are asked for all the same. */
export const findUnkindAd = (id: string, world: World): Ad | null =>
  /^9[78]/.test(id)
    ? ([...badgedAds(world), ...symbolicAds(world)].find((ad) => ad.id === id) ?? null)
    : null;

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

/**
 * What a site sends with its pages that keeps others' scripts, frames and requests off them, and windows of its own that may
 * open others. Whatever is done on such a page from outside has to pass here too.
 */
export const sitePolicies: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'none'",
    "form-action 'self'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-frame-options': 'DENY',
};

/** What the server does instead of showing a search: an answer, a redirect, silence, or a cut line. */
export type Refusal =
  | { type: 'page'; status: number; html: string }
  | { type: 'redirect'; location: string }
  | { type: 'silence' }
  | { type: 'hang_up' };

const page = (html: string, status = 200): Refusal => ({ type: 'page', status, html });
const frame = (title: string, head: string, body: string) =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/demo.css">${head}</head><body><main>${body}</main></body></html>`;

const loginForm =
  '<h1>Log in</h1><form id="login_form" action="/login/device-based/regular/login/" method="post"><input name="email" aria-label="E-mail"><input name="pass" type="password" aria-label="Password"><button>Log in</button></form>';
export const loginPage = frame(
  'Log into Facebook',
  '<link rel="canonical" href="https://www.facebook.com/login/">',
  loginForm,
);
export const checkpointPage = frame(
  'Security check',
  '',
  '<h1>Confirm that you are human</h1><form action="/checkpoint/submit/" method="post"><div id="captcha">…</div></form>',
);
export const consentPage = frame(
  'Cookies',
  '',
  '<h1>Allow the use of cookies?</h1><form action="/privacy/consent/save/" method="post"><button>Allow</button></form>',
);
const rateLimitPage = frame('Error', '', '<h1>Rate limit exceeded</h1><p>Please try again later.</p>');
const unknownPage = frame(
  'Maintenance',
  '',
  '<h1>Back soon</h1><p>We are tidying up. Please come again.</p>',
);

export function renderGonePage(): string {
  return shell({
    title: 'Marketplace',
    routeName: 'comet.fbweb.CometErrorRoute',
    scripts: [],
    body: "<main><h1>This content isn't available right now</h1></main>",
    noiseKey: 'gone',
  });
}

/** What visitors from a data centre are given for any search: the site's frame without a car in it. */
const renderBareShell = (): string =>
  shell({
    title: 'Marketplace',
    routeName: searchRoute,
    scripts: [],
    body: '<main></main>',
    noiseKey: 'bare',
  });

function renderBrokenFeed(search: Search, world: World): string {
  const nameless = world
    .ads()
    .slice(0, 12)
    .map((ad, index) => ({
      node: {
        __typename: 'MarketplaceFeedListingStoryObject',
        listing:
          index % 2 === 0
            ? { __typename: 'GroupCommerceProductItem', id: ad.id, heading_v2: ad.car.title }
            : { __typename: 'GroupCommerceProductItem', id: ad.id, marketplace_listing_title: ad.car.title },
      },
    }));
  const data = {
    marketplace_search: {
      feed_units: { edges: nameless, page_info: { has_next_page: false, end_cursor: '' } },
    },
  };
  return shell({
    title: `${search.place?.name ?? 'Denmark'} | Marketplace`,
    routeName: searchRoute,
    scripts: [jsonScript({ require: [[data]] })],
    body: '<main></main>',
    noiseKey: 'broken',
  });
}

/** Those are imported all the same: enough to see it, few enough not to wait for. */
const rowsBeforeRefusal = 6;

type Answer = (url: URL, search: Search, world: World, site: Site) => Refusal;

/** By the word searched for: ordinary-looking addresses, so that they can be pasted like any other. */
const answers: Record<string, Answer> = {
  'slow-answer': () => ({ type: 'silence' }),
  'connection-lost': () => ({ type: 'hang_up' }),
  'rate-limited': () => page(rateLimitPage, 429),
  'rate-limited-later': (_url, search, world, site) =>
    page(renderSearchPage(search, site, world.ads(), rowsBeforeRefusal)),
  'login-wall': (url) => ({ type: 'redirect', location: `/login/?next=${encodeURIComponent(url.href)}` }),
  'login-form': () => page(loginPage),
  'login-dialog': (_url, search, world, site) =>
    page(
      renderSearchPage(search, site, world.ads().slice(0, 18)).replace(
        '</main>',
        `<div role="dialog" aria-label="Log in">${loginForm}</div></main>`,
      ),
    ),
  checkpoint: (url) => ({ type: 'redirect', location: `/checkpoint/?next=${encodeURIComponent(url.href)}` }),
  consent: (url) => ({
    type: 'redirect',
    location: `/privacy/consent/?next=${encodeURIComponent(url.href)}`,
  }),
  'listing-removed': () => ({ type: 'redirect', location: '/marketplace/?unavailable_product=1' }),
  'layout-changed': (_url, search, world, site) => page(renderChangedSearchPage(search, world, site)),
  'half-readable': (_url, search, world) => page(renderBrokenFeed(search, world)),
  'bare-shell': () => page(renderBareShell()),
  'unknown-page': () => page(unknownPage),
};

/** Null for a search that is simply answered. */
export function refuse(url: URL, search: Search, world: World, site: Site): Refusal | null {
  const word = search.parameters.get('query') ?? '';
  if (Object.hasOwn(answers, word)) return answers[word]!(url, search, world, site);
  const unkind = renderUnkindPage(word, search, world, site);
  return unkind === null ? null : page(unkind);
}

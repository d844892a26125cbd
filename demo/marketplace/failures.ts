import type { World } from '#demo/cars/world.ts';
import { jsonScript, shell } from './embedded.ts';
import type { Site } from './listing-json.ts';
import type { Search } from './search.ts';
import { renderChangedSearchPage, renderSearchPage, searchRoute } from './search-page.ts';
import { renderUnkindPage } from './unkind-pages.ts';

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

/** The site's page for an address that is gone. */
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

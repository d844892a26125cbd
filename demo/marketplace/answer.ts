import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { DemoCar } from '#demo/cars/car.ts';
import { catalogAds } from '#demo/cars/seed-catalog.ts';
import type { Ad, World } from '#demo/cars/world.ts';
import type { DemoDba } from '#demo/dba/answer-dba.ts';
import { dbaLinks } from '#demo/dba/pages.ts';
import type { PictureStore } from '#demo/pictures/picture-store.ts';
import { pictureSpecsOf } from '#demo/pictures/spec.ts';
import { answerRegister, type CallCounts } from '#demo/register/tjekbil-answer.ts';
import {
  checkpointPage,
  consentPage,
  findUnkindAd,
  loginPage,
  type Refusal,
  refuse,
  refusedContinuation,
  renderGonePage,
  sitePolicies,
  unkindAds,
} from './failures.ts';
import { batchSize, cursorOf, feedEdges, feedUnits, readCursor, type Site, searchOf } from './feed.ts';
import { listLinks } from './links.ts';
import { readFont, renderHomePage, renderItemPage, renderSearchPage, stylesheet } from './pages.ts';
import { findAds, readSearchAddress, type Search } from './search.ts';

type GraphqlAnswer = { status: number; text: string; delayMs: number };

const guard = 'for (;;);';
const unknownQuery = JSON.stringify({
  errors: [{ message: 'A server error missing_required_variable_value occured.', severity: 'CRITICAL' }],
});

function document(data: unknown): string {
  return JSON.stringify({ data, extensions: { is_final: true } });
}

/** The rows split over two documents, as the site streams them. */
function streamed(
  first: readonly Ad[],
  second: readonly Ad[],
  next: Parameters<typeof feedUnits>[1],
  site: Site,
): string {
  const rest = feedEdges(second, site).map((edge, index) =>
    JSON.stringify({
      label: 'CometMarketplaceSearchContentPagination$stream',
      path: ['marketplace_search', 'feed_units', 'edges', first.length + index],
      data: edge,
    }),
  );
  return [document(feedUnits(feedEdges(first, site), next)), ...rest].join('\n');
}

/**
 * Answers the request that scrolling makes. As on the real site the answers differ: the second batch repeats a row and
 * begins with `for (;;);`, the third comes empty at first, later ones come as several documents.
 */
function answerPagination(form: URLSearchParams, world: World, site: Site): GraphqlAnswer {
  const cursor = readCursor(readVariable(form, 'cursor') ?? '');
  if (!cursor) return { status: 200, text: unknownQuery, delayMs: 0 };
  const search = searchOf(cursor);
  const word = search.parameters.get('query') ?? '';
  if (word === 'rate-limited-later') return { status: 429, text: 'Rate limit exceeded', delayMs: 20 };
  if (word === 'refused-continuation') return { status: 200, text: refusedContinuation, delayMs: 20 };
  const found = unkindAds(word, world) ?? findAds(world.ads(), search, world.hour);
  const delayMs = 30 + ((cursor.offset * 37) % 90);
  if (cursor.page % 3 === 2 && !cursor.isRetry)
    return { status: 200, text: document(feedUnits([], { ...cursor, isRetry: true })), delayMs };
  const end = cursor.offset + batchSize;
  const next = end < found.length ? cursorOf(search, cursor.page + 1, end, false) : null;
  const rows = found.slice(cursor.offset, end);
  if (cursor.page % 3 === 1) {
    const withDuplicate = [...found.slice(Math.max(0, cursor.offset - 1), cursor.offset), ...rows];
    return { status: 200, text: guard + document(feedUnits(feedEdges(withDuplicate, site), next)), delayMs };
  }
  return { status: 200, text: streamed(rows.slice(0, 20), rows.slice(20), next, site), delayMs };
}

function readVariable(form: URLSearchParams, name: string): string | null {
  try {
    const value = (JSON.parse(form.get('variables') ?? '{}') as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** What of the demo's outside world can fail. */
export type DemoPart = 'marketplace' | 'register' | 'photos';

export type DemoState = {
  seed: number;
  now: () => Date;
  world: World;
  /** The second marketplace, below paths of its own. */
  dba: DemoDba;
  pictures: PictureStore;
  isOut: (part: DemoPart) => boolean;
  isWalled: boolean;
  /** What its register was asked. */
  registerCalls: CallCounts;
  site: Site;
};

/**
 * Lets the marketplace's hours pass. Its start moves back where its clock has run ahead of the caller's (hours lived through
 * again after a restart), so that no ad is dated in the future.
 */
export function passHours(state: DemoState, hours: number): void {
  state.world.advance(hours);
  const latestStartMs = state.now().getTime() - state.world.hour * 3_600_000;
  state.site.startMs = Math.min(state.site.startMs, latestStartMs);
}

type Visit = {
  url: URL;
  request: IncomingMessage;
  body: string;
  response: ServerResponse;
  state: DemoState;
  stock: Stock;
};

/** Ads and cars by id and plate, the ones of the seeded catalog among them: their pages and photos are asked for as well. */
type Stock = {
  findAd(id: string): Ad | null;
  findCar(adId: string): DemoCar | null;
  findPlate(plate: string): DemoCar | null;
};

function openStock(state: DemoState): Stock {
  let catalog: { byId: Map<string, Ad>; byPlate: Map<string, DemoCar> } | null = null;
  const fromCatalog = () => {
    if (!catalog) {
      const ads = catalogAds(state.seed);
      catalog = {
        byId: new Map(ads.map((ad) => [ad.id, ad])),
        byPlate: new Map(ads.map((ad) => [ad.car.plate, ad.car])),
      };
    }
    return catalog;
  };
  const { world } = state;
  return {
    findAd: (id) =>
      world.find(id) ??
      findUnkindAd(id, world) ??
      (world.isGone(id) ? null : (fromCatalog().byId.get(id) ?? null)),
    findCar: (adId) =>
      world.carOfAd(adId) ?? findUnkindAd(adId, world)?.car ?? fromCatalog().byId.get(adId)?.car ?? null,
    findPlate: (plate) =>
      world.carOfPlate(plate) ?? state.dba.carOfPlate(plate) ?? fromCatalog().byPlate.get(plate) ?? null,
  };
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers });
  response.end(body);
}

const sendHtml = (response: ServerResponse, html: string, status = 200) =>
  send(response, status, 'text/html; charset=utf-8', html, sitePolicies);
const sendJson = (response: ServerResponse, value: unknown, status = 200) =>
  send(response, status, 'application/json', JSON.stringify(value));

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location });
  response.end();
}

/** Silence keeps the connection open until the visitor gives up or the server closes. */
function carryOut(refusal: Refusal, response: ServerResponse): void {
  if (refusal.type === 'page') sendHtml(response, refusal.html, refusal.status);
  if (refusal.type === 'redirect') redirect(response, refusal.location);
  if (refusal.type === 'hang_up') response.destroy();
}

/** Who sees the page asks for its pictures next. */
function sendSearchPage(search: Search, { response, state }: Visit): void {
  const ads = findAds(state.world.ads(), search, state.world.hour);
  sendHtml(response, renderSearchPage(search, state.site, ads));
  state.pictures.prepare(ads.slice(0, batchSize).flatMap((ad) => pictureSpecsOf(ad.car).slice(0, 1)));
}

function answerSearch(visit: Visit): boolean {
  const { url, response, state } = visit;
  const address = readSearchAddress(url);
  if (!address) return false;
  if (state.isOut('marketplace')) {
    // As a visitor from a data centre is often met: whatever is asked for, the page to log in stands there.
    sendHtml(response, loginPage);
    return true;
  }
  if ('fallbackPath' in address) redirect(response, address.fallbackPath);
  else {
    const refusal = refuse(url, address.search, state.world, state.site);
    if (refusal) carryOut(refusal, response);
    else sendSearchPage(address.search, visit);
  }
  return true;
}

function answerItem(visit: Visit): boolean {
  const id = /^\/marketplace\/item\/(\d{1,25})\/?$/.exec(visit.url.pathname)?.[1];
  if (id === undefined) return false;
  const ad = visit.stock.findAd(id);
  sendHtml(visit.response, ad ? renderItemPage(ad, visit.state.world, visit.state.site) : renderGonePage());
  return true;
}

async function answerPhoto(visit: Visit): Promise<boolean> {
  const parts = /^\/photos\/(\d{1,25})_(\d{1,2})_\d+_n\.jpg$/.exec(visit.url.pathname);
  const second = visit.state.dba.photoAt(visit.url.pathname);
  if (!parts && !second) return false;
  if (visit.state.isOut('photos')) {
    send(visit.response, 200, 'image/jpeg', 'This is not a picture.');
    return true;
  }
  const car = second?.car ?? visit.stock.findCar(parts![1]!);
  const spec = car && pictureSpecsOf(car)[second?.index ?? Number(parts![2]) - 1];
  if (spec)
    send(visit.response, 200, 'image/jpeg', await visit.state.pictures.read(spec), {
      'cache-control': 'public, max-age=86400',
    });
  else send(visit.response, 404, 'text/plain', 'No such photo');
  return true;
}

function askRegister({ url, response, state, stock }: Visit): boolean {
  const answer = answerRegister(url.pathname, {
    findPlate: stock.findPlate,
    isOut: state.isOut('register'),
    now: state.now(),
    counts: state.registerCalls,
  });
  if (answer) sendJson(response, answer.value, answer.status);
  return answer !== null;
}

async function answerPost(visit: Visit): Promise<void> {
  const { request, response, state } = visit;
  // Another site's page must not turn the demo's clock.
  if (request.headers['sec-fetch-site'] === 'cross-site')
    return send(response, 403, 'text/plain', 'Forbidden');
  if (visit.url.pathname === '/api/graphql/') {
    const answer = answerPagination(new URLSearchParams(visit.body), state.world, state.site);
    await pause(answer.delayMs);
    return send(response, answer.status, 'text/html; charset=utf-8', answer.text);
  }
  if (visit.url.pathname !== '/hours') return send(response, 404, 'text/plain', 'Not found');
  passHours(state, 1);
  redirect(response, '/');
}

const plainPages: Record<string, (state: DemoState) => string> = {
  '/': (state) =>
    renderHomePage(
      [...listLinks(state.world, state.site.origin), ...dbaLinks(state.dba, state.site.origin)],
      state.world,
      state.site,
    ),
  '/login/': () => loginPage,
  '/checkpoint/': () => checkpointPage,
  '/privacy/consent/': () => consentPage,
  '/marketplace/': () => renderGonePage(),
};

/** Every visit of ours says in its user agent who it is. */
const ownVisit = /\bBilfund\b/i;

/** Answers one request after another for a marketplace in `state`. */
export function createAnswerer(
  state: DemoState,
): (request: IncomingMessage, body: string, response: ServerResponse) => Promise<void> {
  const stock = openStock(state);
  return async (request, body, response) => {
    const url = new URL(request.url ?? '/', state.site.origin);
    const visit: Visit = { url, request, body, response, state, stock };
    if (state.isWalled && ownVisit.test(request.headers['user-agent'] ?? '')) {
      if (url.pathname.startsWith('/marketplace/')) return sendHtml(response, loginPage);
      if (url.pathname.startsWith('/mobility/')) return sendHtml(response, renderGonePage(), 403);
    }
    if (request.method === 'POST') return answerPost(visit);
    const page = plainPages[url.pathname];
    if (page) return sendHtml(response, page(state));
    if (url.pathname === '/demo.css') return send(response, 200, 'text/css; charset=utf-8', stylesheet);
    const font = await readFont(url.pathname);
    if (font) return send(response, 200, 'font/woff2', font, { 'cache-control': 'public, max-age=86400' });
    if (state.dba.answer(url, request, response, state.site)) return;
    if (answerSearch(visit) || answerItem(visit) || askRegister(visit) || (await answerPhoto(visit))) return;
    sendHtml(response, renderGonePage(), 404);
  };
}

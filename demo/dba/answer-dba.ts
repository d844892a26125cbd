import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DemoCar } from '#demo/cars/car.ts';
import type { World } from '#demo/cars/world.ts';
import type { Site } from '#demo/marketplace/feed.ts';
import {
  type DbaAd,
  type DbaFound,
  dbaAds,
  dbaRobots,
  findDbaAds,
  renderDbaItem,
  renderDbaSearch,
  type Spoiled,
  searchData,
} from './pages.ts';

/** The demo's second marketplace. Its words of a search that stage a refusal stand in `dbaRefusals`. */
export type DemoDba = {
  /** False where the address is none of its own. */
  answer(url: URL, request: IncomingMessage, response: ServerResponse, site: Site): boolean;
  carOfPlate(plate: string): DemoCar | null;
  photoAt(pathname: string): { car: DemoCar; index: number } | null;
  find(asked: URLSearchParams): DbaFound;
  ads(): DbaAd[];
};

/** A word of a search → what happens. "later": the second page of any search is refused. */
export const dbaRefusals = {
  'refused-403': { status: 403 },
  'refused-429': { status: 429, headers: { 'retry-after': '120' } },
  'refused-202': { status: 202 },
  'refused-503': { status: 503 },
  'refused-later': { status: 429, fromPage: 2 },
  'without-state': { spoiled: 'without-state' },
  'without-anything': { spoiled: 'without-anything' },
  renamed: { spoiled: 'renamed' },
} as const satisfies Record<
  string,
  { status?: number; headers?: Record<string, string>; fromPage?: number; spoiled?: Spoiled }
>;

type Refusal = { status?: number; headers?: Record<string, string>; fromPage?: number; spoiled?: Spoiled };

const sizes = ['default', '80w', '240w', '320w', '400w', '480w', '640w', '960w', '1280w', '1600w'];

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): true {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers });
  response.end(body);
  return true;
}

export function createDemoDba(seed: number, world: World): DemoDba {
  let known: { hour: number; ads: DbaAd[] } | null = null;
  const everSeen = new Map<string, DbaAd>();
  const byPlate = new Map<string, DemoCar>();
  const ads = () => {
    if (known?.hour !== world.hour) {
      known = { hour: world.hour, ads: dbaAds(seed, world) };
      for (const ad of known.ads) {
        everSeen.set(ad.id, ad);
        byPlate.set(ad.car.plate, ad.car);
      }
    }
    return known.ads;
  };
  const find = (asked: URLSearchParams) => {
    const { refusal, rest } = splitWords(asked);
    const live = ads().filter(({ isSold }) => !isSold);
    return findDbaAds(live, refusal ? rest : asked);
  };
  return {
    ads,
    find,
    carOfPlate: (plate) => {
      ads();
      return byPlate.get(plate) ?? null;
    },
    photoAt: (pathname) => {
      const parts = /^\/dynamic\/([a-z0-9]+)\/item\/(\d{8})\/(\d{1,2})-\d+$/.exec(pathname);
      if (!parts || !sizes.includes(parts[1]!)) return null;
      ads();
      const ad = everSeen.get(parts[2]!);
      return ad ? { car: ad.car, index: Number(parts[3]) - 1 } : null;
    },
    answer: (url, request, response, site) => {
      const { pathname, searchParams: asked } = url;
      if (pathname === '/robots.txt') return send(response, 200, 'text/plain', dbaRobots);
      const shared = /^\/(\d{8})$/.exec(pathname)?.[1];
      if (shared) {
        response.writeHead(302, { location: `/mobility/item/${shared}` });
        response.end();
        return true;
      }
      const itemId = /^\/mobility\/item\/(\d{8})$/.exec(pathname)?.[1];
      if (itemId) {
        const ad = ads().find(({ id }) => id === itemId);
        if (!ad) return send(response, 404, 'text/html; charset=utf-8', '<h1>Siden blev ikke fundet</h1>');
        const similar = ads()
          .filter((one) => one.car.make === ad.car.make && one.id !== ad.id)
          .slice(0, 6);
        return send(response, 200, 'text/html; charset=utf-8', renderDbaItem(ad, similar, site));
      }
      if (pathname === '/mobility/search/car') return answerSearch(asked, request, response, site, find);
      if (/^\/mobility\/search\/api\/search\//.test(pathname)) {
        if (!pathname.endsWith('/SEARCH_ID_CAR_USED')) return send(response, 400, 'application/json', '{}');
        return send(response, 200, 'application/json', JSON.stringify(searchData(find(asked), asked, site)));
      }
      return false;
    },
  };
}

/** The staged refusal of a search, and the search without the word for it. */
function splitWords(asked: URLSearchParams): { refusal: Refusal | null; rest: URLSearchParams } {
  const word = asked.get('q') ?? '';
  const refusal = Object.hasOwn(dbaRefusals, word)
    ? (dbaRefusals[word as keyof typeof dbaRefusals] as Refusal)
    : null;
  const rest = new URLSearchParams(asked);
  if (refusal) rest.delete('q');
  return { refusal, rest };
}

function answerSearch(
  asked: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
  site: Site,
  find: (asked: URLSearchParams) => DbaFound,
): true {
  const { refusal } = splitWords(asked);
  const isRefused =
    refusal?.status !== undefined && Number(asked.get('page') ?? 1) >= (refusal.fromPage ?? 1);
  if (isRefused) return send(response, refusal.status!, 'text/html; charset=utf-8', '', refusal.headers);
  const html = renderDbaSearch(find(asked), asked, site, refusal?.spoiled ?? null);
  // The same page again is told as such: whoever keeps it need not fetch it anew.
  const mark = `"${Buffer.from(html).length}-${asked.toString().length}-${site.startMs}"`;
  if (request.headers['if-none-match'] === mark) {
    response.writeHead(304, { etag: mark });
    response.end();
    return true;
  }
  return send(response, 200, 'text/html; charset=utf-8', html, { etag: mark });
}

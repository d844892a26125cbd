import type { KnownCarWire } from '#core/contract/routes/cars.ts';
import type { TakenPage } from '#core/marketplaces/button/hand-over.ts';
import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import { composePage, openedPagesOf } from '#core/marketplaces/marketplaces.ts';
import type { AdRating, Refusal } from '../messages.ts';

/** The installation refused, or was not reached. */
export class Refused extends Error {
  readonly why: Refusal;
  /** When it may be asked again; null where it said nothing of that. */
  readonly retryAfterMs: number | null;
  constructor(why: Refusal, retryAfterMs: number | null = null) {
    super(why);
    this.why = why;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Where a 429 does not say when to ask again. */
const usualRetrySeconds = 30;
const mostRetrySeconds = 600;

function retryAfterMsOf(answer: Response): number {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return 1000 * (seconds > 0 ? Math.min(seconds, mostRetrySeconds) : usualRetrySeconds);
}

type Sent = { carsFound: number };

/** The answer of `POST /api/cars/known`, in the order in which was asked; null for ads that are not known. */
type KnownCars = { cars: { car: KnownCarWire | null }[] };

/** An automated search, as `GET /api/subscriptions/{id}` lists it. `browser`: of one that the person's browser reads. */
export type ListedSearch = {
  id: string;
  status: string;
  search_url: string;
  title: string;
  browser: { interval_minutes: number; last_seen_at: string | null } | null;
};

/** An installation that has not answered by then is taken for one that cannot be reached. */
const patienceMs = 30_000;

/** Ads that are asked for in one call. */
export const adsPerCall = 60;

/** The account that a token belongs to stands in it: "bf_<account>.<id>.<secret>". */
const ownerOf = (token: string): string => /^bf_([^.]+)\./.exec(token)?.[1] ?? '';

/** The few calls that the extension makes of the installation, each with the token of this browser and without cookies. */
export class Server {
  readonly #origin: string;
  readonly #token: () => Promise<string | null>;
  readonly #fetch: typeof fetch;

  constructor(origin: string, token: () => Promise<string | null>, fetcher: typeof fetch) {
    this.#origin = origin;
    this.#token = token;
    this.#fetch = fetcher;
  }

  /** What is known of these ads, as this reader may see it: of at most `adsPerCall`. */
  async ratings(source: MarketplaceId, adIds: readonly string[], demoOrigin?: string): Promise<AdRating[]> {
    const { adAddress } = openedPagesOf(source);
    const answer = await this.#call('/api/cars/known', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ links: adIds.map((id) => adAddress(id, demoOrigin)) }),
    });
    const { cars } = (await answer.json()) as KnownCars;
    return cars.flatMap(({ car }, at) =>
      car
        ? {
            adId: adIds[at]!,
            deal: car.deal,
            gapDkk: car.gap,
            findings: car.findings.count,
            isPreliminary: car.is_preliminary,
            carPath: `/car/${encodeURIComponent(car.id)}`,
          }
        : [],
    );
  }

  /**
   * Hands over what a page shows, in the marketplace's own shape, as the Bilfund button does. `isPart`: the page shows other
   * ads as well. A page on which the site says that nothing matches is taken, too.
   */
  async send(page: TakenPage, { isPart }: { isPart: boolean }): Promise<Sent> {
    const query = new URLSearchParams({ url: page.address, by: 'button', ...(isPart && { part: '1' }) });
    const answer = await this.#call(`/api/imports/page?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: composePage(page),
    });
    return answer.status === 422 ? { carsFound: 0 } : ((await answer.json()) as Sent);
  }

  /** Has the search listed among the person's automated searches. The same again changes its interval. */
  async watch(href: string, name: string, intervalMinutes: number): Promise<string> {
    const answer = await this.#call('/api/subscriptions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ searchUrl: href, browserIntervalMinutes: intervalMinutes, name }),
    });
    return ((await answer.json()) as { subscription: { id: string } }).subscription.id;
  }

  async unwatch(id: string): Promise<void> {
    await this.#call(`/api/subscriptions/${encodeURIComponent(id)}`, { method: 'DELETE', headers: {} });
  }

  /** The person's automated searches: one may have ended, been cancelled, or been chosen on the installation. */
  async searches(): Promise<ListedSearch[]> {
    const owner = ownerOf((await this.#token()) ?? '');
    const answer = await this.#call(`/api/subscriptions/${encodeURIComponent(owner)}`, { headers: {} });
    return ((await answer.json()) as { subscriptions: ListedSearch[] }).subscriptions;
  }

  async #call(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    const token = await this.#token();
    if (token === null) throw new Refused('not_paired');
    let answer: Response;
    try {
      answer = await this.#fetch(this.#origin + path, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${token}` },
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
    } catch {
      throw new Refused('offline');
    }
    // What is to be taken away is gone already.
    if (answer.status === 404 && init.method === 'DELETE') return answer;
    // Taken, but nothing to import: the page is empty.
    if (answer.status === 422 && path.startsWith('/api/imports/page')) return answer;
    // The person may have connected the browser anew meanwhile: then it was the former token.
    if (answer.status === 401)
      throw (await this.#token()) === token ? new Refused('token_refused') : new Refused('busy', 1000);
    if (answer.status === 429) throw new Refused('busy', retryAfterMsOf(answer));
    if (!answer.ok) {
      const { code } = (await answer.json().catch(() => ({}))) as { code?: string };
      throw new Refused(code === 'limit_reached' ? 'limit_reached' : 'offline');
    }
    return answer;
  }
}

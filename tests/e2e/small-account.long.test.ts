import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import {
  demoLinks,
  eventually,
  newEmail,
  type Person,
  type Product,
  signUp,
  smallSearch,
  startProduct,
} from '#tests/support/product.ts';

/** What a person's browser asked for, and what came of it. */
type Browsing = {
  answers: number;
  /** Answers 503, which the app asks again by itself. */
  refused: number;
  /** Questions given up after the last try: the person reads an error. */
  errors: number;
};

/** The app asks again after one second and after two (web/src/api/queries.ts). */
const waitsMilliseconds = [1000, 2000];
/** Between two looks. */
const lookMilliseconds = 400;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function askAsTheApp(url: string, browsing: Browsing): Promise<unknown> {
  for (const waitMs of [...waitsMilliseconds, undefined]) {
    const response = await fetch(url);
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) {
      browsing.answers += 1;
      return body;
    }
    if (response.status !== 503)
      throw new Error(`${url} answered ${response.status}: ${JSON.stringify(body)}`);
    browsing.refused += 1;
    if (waitMs !== undefined) await pause(waitMs);
  }
  browsing.errors += 1;
  return null;
}

type Page = { cars?: { id: string }[] } | null;

/** One person who turns pages of the list and opens cars until told to stop. */
async function browse(url: string, browsing: Browsing, stop: AbortSignal): Promise<void> {
  for (let page = 1; !stop.aborted; page = (page % 5) + 1) {
    const [list] = await Promise.all([
      askAsTheApp(`${url}/api/cars?page=${page}`, browsing),
      askAsTheApp(`${url}/api/counts`, browsing),
    ]);
    await pause(lookMilliseconds);
    for (const { id } of ((list as Page)?.cars ?? []).slice(0, 2)) {
      if (stop.aborted) return;
      await Promise.all([
        askAsTheApp(`${url}/api/cars/${id}`, browsing),
        askAsTheApp(`${url}/api/cars/${id}/similar`, browsing),
      ]);
      await pause(lookMilliseconds);
    }
  }
}

/** So many people browse at once. `end` stops them and tells what they met, all together. */
function startBrowsing(url: string, people: number): { end(): Promise<Browsing> } {
  const browsing: Browsing = { answers: 0, refused: 0, errors: 0 };
  const stop = new AbortController();
  const all = Promise.all(Array.from({ length: people }, () => browse(url, browsing, stop.signal)));
  return {
    async end() {
      stop.abort();
      await all;
      return browsing;
    },
  };
}

/** What AWS lets a new account run at once. */
const accountConcurrency = 10;
const readers = 5;
/** `TEST_CASES=all npm run e2e -- tests/e2e/small-account`: as many cars as one import takes. */
const isWhole = process.env.TEST_CASES === 'all';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ accountConcurrency });
});
afterAll(() => product?.remove());

async function longSearch(url: string): Promise<string> {
  const links = (await demoLinks(url)).filter((link) => link.kind === 'search');
  return links.toSorted((a, b) => (b.expectedCars ?? 0) - (a.expectedCars ?? 0))[0]!.url;
}

/** Begins an import, asking again while the account has no room for it, and waits for its end. */
async function importTo(person: Person, url: string): Promise<ScrapeStatusWire> {
  const begun = await eventually('an import that is taken', async () => {
    const { status, body } = await person.ask<{ jobId: string }>('POST', '/scrape', { url });
    expect([202, 503]).toContain(status);
    return status === 202 && body;
  });
  return person.importEnd(begun.jobId, 800_000);
}

describe('an account that runs ten functions at once', () => {
  it('an account limited to ten concurrent functions completes an import while five people browse, losing no message', {
    timeout: 900_000,
  }, async () => {
    const person = await signUp(product, newEmail('importer'));
    const url = await (isWhole ? longSearch : smallSearch)(product.url);
    const browsing = startBrowsing(product.url, readers);
    const startedAt = Date.now();
    const end = await importTo(person, url).finally(() => browsing.end());
    const met = await browsing.end();
    const { mostAtOnce, throttles } = await product.control.functions();
    console.info(
      `${end.carsDone} cars in ${Math.round((Date.now() - startedAt) / 1000)} s; most functions at once: ${mostAtOnce}; ` +
        `readers: ${met.answers} answers, ${met.refused} refused, ${met.errors} given up; ` +
        `throttles: ${JSON.stringify(throttles)}`,
    );
    expect([end.status, end.failure]).toEqual(['completed', null]);
    expect(end.carsDone).toBeGreaterThanOrEqual(isWhole ? 96 : 1);
    expect(mostAtOnce).toBeLessThanOrEqual(accountConcurrency);
    expect(met.answers).toBeGreaterThan(0);
    const lost = (await product.control.queues()).filter(
      ({ isDeadLetters, visible, inFlight, delayed }) => isDeadLetters && visible + inFlight + delayed > 0,
    );
    expect(lost).toEqual([]);
  });
});

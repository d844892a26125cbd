/** What a person's browser asked for, and what came of it. */
export type Browsing = {
  answers: number;
  /** Answers 503, which the app asks again by itself. */
  refused: number;
  /** Questions given up after the last try: the person reads an error. */
  errors: number;
};

/** The app asks again after one second and after two (web/src/api/query-client.ts). */
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
export function startBrowsing(url: string, people: number): { end(): Promise<Browsing> } {
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

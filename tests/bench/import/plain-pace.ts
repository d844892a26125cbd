import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import { demoLinks, eventually, signUp, startProduct } from '#tests/support/product.ts';

/** One request a second is what a polite reader of DBA allows itself. */
const pauseSeconds = 1;
const longestMs = 240_000;

export type PlainPace = {
  cars: number;
  /** Pages of the marketplace that were asked for. */
  pages: number;
  firstCarSeconds: number;
  completeSeconds: number;
  secondsPer200Cars: number;
};

/** What a person waits for who imports the demo's largest search of DBA, in the whole product, at one request a second. */
export async function measurePlainPace(): Promise<PlainPace> {
  const product = await startProduct({ pauseSeconds });
  try {
    const person = await signUp(product, 'pace@example.dk');
    const links = (await demoLinks(product.url)).filter(({ kind }) => kind === 'dba');
    const { url } = links.toSorted((a, b) => (b.expectedCars ?? 0) - (a.expectedCars ?? 0))[0]!;
    const from = performance.now();
    const { jobId } = (await person.ask<{ jobId: string }>('POST', '/scrape', { url, userId: person.id }))
      .body;
    const status = async () => {
      const { body } = await person.ask<{ status: ScrapeStatusWire | null }>('GET', '/api/scrape-status');
      return body.status?.jobId === jobId ? body.status : null;
    };
    const isAtWork = async () => ((await status())?.carsDone ?? 0) > 0;
    await eventually('the first rated car', isAtWork, longestMs);
    const firstCarSeconds = (performance.now() - from) / 1000;
    const end = await person.importEnd(jobId, longestMs);
    const completeSeconds = (performance.now() - from) / 1000;
    if (end.status !== 'completed') throw new Error(`The import ended as ${end.status}.`);
    const lines = await product.control.logs();
    return {
      cars: end.carsDone,
      pages: lines.filter((line) => 'PagesAsked' in line).length,
      firstCarSeconds,
      completeSeconds,
      secondsPer200Cars: (completeSeconds / end.carsDone) * 200,
    };
  } finally {
    await product.remove();
  }
}

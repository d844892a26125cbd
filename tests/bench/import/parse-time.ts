import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import { createRandom } from '#demo/cars/random.ts';
import { jsonScript, noiseScripts } from '#demo/marketplace/embedded.ts';
import { corpusPages } from '#tests/fixtures/corpus/pages.ts';

export type ParseTimes = { pages: number; medianMb: number; p50Ms: number; p95Ms: number; heapMb: number };

const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)]!;

/** Scripts that have nothing to do with the feed, up to the size of a real page: 2 to 3 MB. */
export function padded(html: string, key: string): string {
  const size = createRandom('page size', key).whole(2_000_000, 3_000_000);
  const noise = [...noiseScripts(key, 65), jsonScript({ gkxData: 'x'.repeat(20_000) })].join('\n');
  const times = Math.max(0, Math.ceil((size - html.length) / noise.length));
  return html.replace('</body>', () => `${noise.repeat(times)}</body>`);
}

/** The corpus' pages in real size, each three times; the fastest of a page counts, so that a busy machine decides nothing. */
export function measureParsing(): ParseTimes {
  const pages = corpusPages
    .filter(({ html }) => html.includes('</body>'))
    .map((page) => ({ ...page, html: padded(page.html, page.name) }));
  // The first pages warm the machine up.
  for (const page of pages.slice(0, 10)) parsePage(page);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let heap = 0;
  const times = pages.map((page) =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const from = performance.now();
        parsePage(page);
        heap = Math.max(heap, process.memoryUsage().heapUsed - before);
        return performance.now() - from;
      }),
    ),
  );
  const sizes = pages.map(({ html }) => html.length / 1e6).sort((a, b) => a - b);
  times.sort((a, b) => a - b);
  return {
    pages: pages.length,
    medianMb: at(sizes, 0.5),
    p50Ms: at(times, 0.5),
    p95Ms: at(times, 0.95),
    heapMb: heap / 1e6,
  };
}

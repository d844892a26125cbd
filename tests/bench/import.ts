import { headerOf, readOptions } from '#lib/program-options.ts';
import { measureParsing, measurePlainPace, measureVisits, readFolder } from './import/site.ts';

/**
 * `npm run bench -- import [--data DIR] [--pace]`: how fast a page of 2–3 MB is parsed; what 96 listings and 24 pages of ads
 * take beside a bare Chromium. With a folder also every page saved in it: all ads that it shows must be given. With `--pace`
 * also how long 200 cars of the demo's DBA take at one request a second. Its last line is JSON; exits 1 when a budget does not
 * hold.
 */
const budget = { parseMs: 30, ratio: 1.3, secondsPer200Cars: 60 };
const values = readOptions(headerOf(import.meta.filename), {
  data: { type: 'string' },
  pace: { type: 'boolean', default: false },
});

const saved = values.data === undefined ? [] : readFolder(values.data);
for (const { file, kind, shown, given, missed } of saved)
  console.info(`${file.padEnd(44)} ${kind.padEnd(16)} ${given} of ${shown} ads ${missed.join(' ')}`);

const parsing = measureParsing();
console.info(
  `parsing      ${parsing.p50Ms.toFixed(1)} ms at the median of ${parsing.pages} pages of ${parsing.medianMb.toFixed(1)} MB, p95 ${parsing.p95Ms.toFixed(1)} ms, ${parsing.heapMb.toFixed(0)} MB of heap at most`,
);
const visits = await measureVisits();
const memoryMb = process.memoryUsage().rss / 1e6;
console.info(
  `visits       ${visits.listings} listings and ${visits.items} pages: ${visits.ownMs.toFixed(0)} ms, bare Chromium ${visits.bareMs.toFixed(0)} ms, ratio ${visits.ratio.toFixed(2)}; ${memoryMb.toFixed(0)} MB of this process`,
);
const pace = values.pace ? await measurePlainPace() : null;
if (pace)
  console.info(
    `pace         ${pace.cars} cars of DBA by ${pace.pages} pages at one a second: the first after ${pace.firstCarSeconds.toFixed(1)} s, all after ${pace.completeSeconds.toFixed(1)} s, ${pace.secondsPer200Cars.toFixed(1)} s for 200`,
  );

const holds =
  saved.every(({ missed }) => missed.length === 0) &&
  parsing.p50Ms <= budget.parseMs &&
  visits.ratio <= budget.ratio &&
  (pace === null || pace.secondsPer200Cars <= budget.secondsPer200Cars);
console.info(JSON.stringify({ bench: 'import', saved, parsing, visits, pace, memoryMb, holds }));
process.exitCode = holds ? 0 : 1;

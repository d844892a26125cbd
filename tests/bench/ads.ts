/**
 * How truly ads are read that people wrote in a hurry (`tests/support/sloppy-ads.ts`), by language and field, and make and
 * model of titles: `npm run bench -- ads [--ads 6000 --wrong]`. With `--wrong` also what was misread; the last line is one
 * JSON object. `right` and `null` (it was not read) are shares of the ads
 * that say it, `wrong` of all: another value, or one that the ad does not say.
 */

import fc from 'fast-check';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { adFields, listingOfAd, scoreAd } from '#tests/support/score-ads.ts';
import { slipTitles } from '#tests/support/slip-titles.ts';
import { adLanguages, sloppyAds } from '#tests/support/sloppy-ads.ts';
import { measureTitles, readTitleTable } from '#tests/support/title-table.ts';

const values = readOptions(headerOf(import.meta.filename), {
  ads: { type: 'string', default: '6000' },
  seed: { type: 'string', default: '1' },
  wrong: { type: 'boolean', default: false },
});
const perLanguage = Math.ceil(Number(values.ads) / adLanguages.length);
const seed = Number(values.seed);
const percent = (share: number) => `${(share * 100).toFixed(2)} %`.padStart(9);
const misread: string[] = [];
const results = adLanguages.flatMap((language) => {
  const ads = fc.sample(sloppyAds(language), { numRuns: perLanguage, seed });
  const read = ads.map((ad) => ({ ad, ...scoreAd(ad) }));
  return adFields.map((field) => {
    for (const { ad, score, read: value } of read)
      if (score[field] !== 'right')
        misread.push(
          `${score[field]}: ${language} ${field}: ${JSON.stringify(ad.title)} ${JSON.stringify(ad.description)} is ${ad.truth[field]}, read as ${value[field]}`,
        );
    const told = read.filter(({ ad }) => ad.truth[field] !== null);
    const of = (kind: string, from: typeof read) =>
      from.filter(({ score }) => score[field] === kind).length / from.length;
    return {
      language,
      field,
      ads: ads.length,
      told: told.length,
      right: of('right', told),
      null: of('null', told),
      wrong: of('wrong', read),
    };
  });
});
const rows = readTitleTable();
const slipped = (['make', 'model', 'both'] as const).map(
  (where) => measureTitles([1, 2, 3].flatMap((slip) => slipTitles(rows, where, slip))).at(0)!,
);
const titles = [...measureTitles(rows), ...slipped];

const timed = adLanguages.flatMap((language) => fc.sample(sloppyAds(language), { numRuns: 200, seed }));
const before = process.cpuUsage();
for (const ad of timed) listingOfAd(ad);
const { user, system } = process.cpuUsage(before);
const msPerAd = (user + system) / 1000 / timed.length;

if (values.wrong)
  process.stdout.write(
    `${[...misread, ...titles.flatMap((row) => (row.class === 'all' ? [] : row.misread))].join('\n')}\n`,
  );
const lines = results.map(
  (row) =>
    `${row.language}  ${row.field.padEnd(14)}${percent(row.right)}${percent(row.null)}${percent(row.wrong)}`,
);
const titleLines = titles.map(
  ({ class: kind, titles: count, make, model, wrong }) =>
    `${kind.padEnd(16)}${String(count).padStart(7)}${percent(make)}${percent(model)}${percent(wrong)}`,
);
process.stdout.write(
  `${[`    field             right     null    wrong`, ...lines, '', `${'titles'.padEnd(16)}  count     make    model    wrong`, ...titleLines].join('\n')}\n${msPerAd.toFixed(3)} ms of CPU an ad\n`,
);
const titleResults = titles.map(({ misread: _, ...shares }) => shares);
process.stdout.write(`${JSON.stringify({ bench: 'ads', msPerAd, results, titles: titleResults })}\n`);

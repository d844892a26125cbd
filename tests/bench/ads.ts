/**
 * How truly ads are read that people wrote in a hurry (`tests/support/sloppy-ads.ts`), by language and field, and make and
 * model of titles: `npm run bench -- ads [--ads 6000 --wrong]`. With `--wrong` also what was misread; the last line is one
 * JSON object. `right` and `null` (it was not read) are shares of the ads
 * that say it, `wrong` of all: another value, or one that the ad does not say. Then the processor's time by the length of
 * an ad, and by how much it grows for four times as many letters, in ads and in texts of one repeated sign or word.
 */
import fc from 'fast-check';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { adFields, listingOf, scoreAd } from '#tests/support/score-ads.ts';
import { adLanguages, sloppyAds } from '#tests/support/sloppy-ads.ts';
import { measureTitles, readTitleTable, slipTitles } from '#tests/support/title-table.ts';

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

type Text = { title: string; description: string };
/** The least of several rounds: other programs only ever add to it. */
function msOf(ads: readonly Text[]): number {
  const rounds = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    for (const { title, description } of ads) listingOf(title, description);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / ads.length;
  });
  return Math.min(...rounds);
}
const texts = adLanguages.flatMap((language) => fc.sample(sloppyAds(language), { numRuns: 200, seed }));
const joined = texts.map(({ description }) => description).join('\n');
/** Descriptions of several ads in a row are one long one. */
const adsOf = (letters: number): Text[] =>
  Array.from({ length: 40 }, (_, at) => ({
    title: texts[at]!.title,
    description: joined.slice(at * 600, at * 600 + letters),
  }));
const lengths = [300, 1200, 6000].map((letters) => ({ letters, ms: msOf(adsOf(letters)) }));
const msPerAd = msOf(texts);
const repeated = [
  '1 ',
  'km ',
  '1.000 ',
  'a',
  '(',
  '12-',
  '2012-',
  '100 km ',
  'aut. ',
  'til ',
  'VW ',
  'motor til ',
  'ø',
  '✅',
];
const [short, long] = [1500, 6000];
const growths = [
  { text: 'ads', growth: msOf(adsOf(long)) / msOf(adsOf(short)) },
  ...repeated.map((text) => {
    const ofLength = (letters: number) =>
      msOf([{ title: 'VW Golf', description: text.repeat(letters / text.length) }]);
    return { text, growth: ofLength(long) / ofLength(short) };
  }),
].toSorted((a, b) => b.growth - a.growth);

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
  `${[`    field             right     null    wrong`, ...lines, '', `${'titles'.padEnd(16)}  count     make    model    wrong`, ...titleLines].join('\n')}\n${msPerAd.toFixed(3)} ms of CPU an ad; ${lengths.map(({ letters, ms }) => `${ms.toFixed(2)} of ${letters} letters`).join(', ')}
at most ${growths[0]!.growth.toFixed(1)} times as much for four times as many letters (${JSON.stringify(growths[0]!.text)})\n`,
);
const titleResults = titles.map(({ misread: _, ...shares }) => shares);
process.stdout.write(
  `${JSON.stringify({ bench: 'ads', msPerAd, lengths, growths, results, titles: titleResults })}\n`,
);

import { isDeepStrictEqual } from 'node:util';
import { anonymous, type Viewer } from '#core/cars/car.ts';
import type { CatalogChange } from '#core/cars/card.ts';
import { type Catalog, type CatalogReader, createCatalog } from '#core/catalog/catalog.ts';
import { indexAlias } from '#core/catalog/opensearch/documents.ts';
import type { Random } from '#demo/cars/random.ts';
import {
  beginIndex,
  callEngine,
  countListed,
  fillIndex,
  indexChanges,
  noteBuild,
  searchCatalog,
  switchTo,
  unfinishedBuild,
} from '#functions/catalog/opensearch.ts';
import { stepsPerSeed, truthSeeds, truthSteps } from '#tests/support/catalog-truth.ts';
import { instant, randomCard, seeded } from '#tests/support/random-cards.ts';
import type { Judge } from '../judge.ts';
import { install, withEngine } from './opensearch-node.ts';

/** OpenSearch behind the catalog's port: the questions of the truth, and what else the port answers. */
export const openSearch: Judge = {
  name: 'opensearch',
  async judge() {
    const libraries = install();
    const { asked, others, rebuilt, differences } = await withEngine(libraries, 1024, askTruth);
    return {
      checked: asked + others,
      findings: differences,
      says: `${asked} questions of five kinds of readers, ${rebuilt} indexes rebuilt between them`,
    };
  },
};

export type TruthResult = { asked: number; rebuilt: number; others: number; differences: string[] };

/** Searches see what was indexed before. */
export const refresh = (): Promise<unknown> =>
  callEngine({ method: 'POST', path: `/${indexAlias}/_refresh` });

let lastBegunMs = Date.now();
/** Indexes are told apart by the second in which they were begun: here each is begun a minute after the one before. */
function nextBeginning(): Date {
  lastBegunMs += 60_000;
  return new Date(lastBegunMs);
}

/** The whole index anew out of these changes, and nothing left of the former. */
export async function rebuild(
  changes: readonly CatalogChange[],
  name: string,
  shards: number,
): Promise<void> {
  const index = await beginIndex(nextBeginning(), name, shards);
  await fillIndex(index, changes);
  await switchTo(index);
}

const premium: Viewer = { id: 'premium', isPremium: true, seesEstimates: true };

/** What the port answers beside the list, of both engines. */
async function differencesOfOthers(
  memory: Catalog,
  engine: CatalogReader,
  random: Random,
): Promise<string[]> {
  const differ: string[] = [];
  const compare = (name: string, ours: unknown, theirs: unknown) => {
    if (!isDeepStrictEqual(ours, theirs))
      differ.push(`${name}: ${JSON.stringify(theirs)} instead of ${JSON.stringify(ours)}`);
  };
  compare('counts', memory.counts(), await engine.counts());
  compare('version', memory.version, engine.version);
  const subject = randomCard(random, '9007199254741-none', instant(0));
  for (const viewer of [anonymous, premium]) {
    const hidden = new Set(memory.similar(subject, viewer).map(({ id }) => id));
    for (const without of [new Set<string>(), hidden])
      compare(
        `similar to ${JSON.stringify(subject)} without ${without.size} cars`,
        memory.similar(subject, viewer, without).map(({ id }) => id),
        (await engine.similar(subject, viewer, without)).map(({ id }) => id),
      );
  }
  const id = `9007199254741${String(random.whole(0, 239) * 37).padStart(4, '0')}`;
  compare(`card ${id}`, memory.card(id), await engine.card(id));
  return differ;
}

/** A car that two others turned out to be is found by their ids. */
async function differencesOfFormerIds(memory: Catalog, random: Random): Promise<string[]> {
  const car = { ...randomCard(random, '9007199254749999', instant(1_000_000)), formerIds: ['1', '2'] };
  memory.apply([car]);
  await indexChanges([car]);
  await refresh();
  const asked = ['2', '3', '1'];
  const [ours, theirs] = [memory.currentIds(asked), await searchCatalog().currentIds(asked)];
  const isSame =
    ours.size === 2 && [...ours].every(([former, id]) => theirs.get(former) === id) && theirs.size === 2;
  return isSame
    ? []
    : [`current ids: ${JSON.stringify([...theirs])} instead of ${JSON.stringify([...ours])}`];
}

/** A build that is not whole yet is found again with its progress, and one that was switched to is not. */
async function differencesOfBuild(memory: Catalog): Promise<string[]> {
  const now = nextBeginning();
  const index = await beginIndex(now, 'unfinished', 3);
  const build = { index, filled: { 'CAT#00': instant(1), 'CAT#15': instant(2) }, busyUntil: instant(3) };
  await noteBuild(build);
  await fillIndex(index, [...memory.cards()]);
  const found = await unfinishedBuild(now);
  await switchTo(index);
  const shown = { found, after: await unfinishedBuild(now), cars: await countListed(index) };
  const expected = { found: build, after: null, cars: memory.size };
  return isDeepStrictEqual(shown, expected)
    ? []
    : [`a build: ${JSON.stringify(shown)} instead of ${JSON.stringify(expected)}`];
}

async function askSeed(seed: number, result: TruthResult): Promise<void> {
  const chance = seeded(seed + 100);
  const memory = createCatalog([]);
  const shards = seed % 2 === 0 ? 2 : 1;
  await rebuild([], `seed${seed}`, shards);
  const arrived: CatalogChange[] = [];
  for (const { arrivals, questions } of truthSteps(seed, stepsPerSeed)) {
    for (const changes of arrivals) {
      await indexChanges(changes);
      memory.apply(changes);
      arrived.push(...changes);
    }
    if (chance.chance(0.05)) await rebuild(arrived, `seed${seed}x${++result.rebuilt}`, shards);
    await refresh();
    for (const { name, query, viewer, own, expected } of questions) {
      const page = await searchCatalog().query(query, viewer, own);
      result.asked++;
      if (!isDeepStrictEqual(page, expected)) result.differences.push(`seed ${seed}: ${name}`);
    }
    result.others++;
    result.differences.push(...(await differencesOfOthers(memory, searchCatalog(), chance)));
  }
  result.differences.push(...(await differencesOfFormerIds(memory, chance)));
  result.differences.push(...(await differencesOfBuild(memory)));
}

/** The questions of tests/core/catalog/truth.long.test.ts, asked of the engine, with rebuilt indexes between them. */
export async function askTruth(): Promise<TruthResult> {
  const result: TruthResult = { asked: 0, rebuilt: 0, others: 0, differences: [] };
  for (const seed of truthSeeds) await askSeed(seed, result);
  return result;
}

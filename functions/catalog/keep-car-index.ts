import { randomBytes } from 'node:crypto';
import { type CatalogChange, isCard } from '#core/cars/card.ts';
import { shardsFor } from '#core/catalog/opensearch/documents.ts';
import { clock } from '#functions/platform/clock.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { overlapMs } from './catalog.ts';
import { countListedCars, eachCatalogPage } from './change-store.ts';
import {
  answeringSince,
  type Build,
  beginIndex,
  countListed,
  deleteOldIndexes,
  fillIndex,
  indexChanges,
  noteBuild,
  switchTo,
  unfinishedBuild,
} from './opensearch.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The index is rebuilt from the table at least this often, because an error in it would otherwise remain. */
const oldestMs = 24 * hourMs;
/** The stream gives up on a change after an hour; changes of this period are indexed again from the table. */
const caughtUpMs = 2 * hourMs;
/** No older version of a removed car can arrive after this: its removal need not be kept. */
const forgottenMs = 7 * 24 * hourMs;
/** How long one run fills an index. A Lambda function ends after fifteen minutes. */
const runMs = 12 * minuteMs;

const before = (instant: Date, ms: number): string => new Date(instant.getTime() - ms).toISOString();

/** Brings an index what it does not have yet. Returns whether it has all then; if not, the time was over. */
function fill({ filled }: Build, now: Date, take: (changes: CatalogChange[]) => Promise<void>) {
  const oldest = before(now, forgottenMs);
  const sinceOf = (partition: string) => {
    const upTo = filled[partition];
    return upTo === undefined ? null : before(new Date(upTo), overlapMs);
  };
  const takePage = async (changes: CatalogChange[], partition: string) => {
    await take(changes.filter((change) => isCard(change) || change.updatedAt > oldest));
    const last = changes.at(-1);
    if (last) filled[partition] = last.updatedAt;
  };
  const untilMs = now.getTime() + runMs;
  return eachCatalogPage(sinceOf, takePage, { hasTime: () => clock.now().getTime() < untilMs });
}

/**
 * Fills an index from the table for as long as a run may take, and switches to it once it is whole. Each partition is read in
 * the order of its changes, so the next run goes on at the last one that was indexed; indexing is idempotent. Meanwhile the
 * stream fills the index in use: what changed during the first reading is read again before the switch and after it.
 * Returns whether the index answers now.
 */
async function continueBuild(build: Build, now: Date): Promise<boolean> {
  const { index } = build;
  const busyUntil = new Date(now.getTime() + runMs).toISOString();
  const take = (changes: CatalogChange[]) => fillIndex(index, changes);
  await noteBuild({ ...build, busyUntil });
  try {
    if (!(await fill(build, now, take)) || !(await fill(build, now, take))) {
      log.info('the index of the cars is continued by the next run', { index });
      return false;
    }
    await switchTo(index);
  } finally {
    await noteBuild({ ...build, busyUntil: null });
  }
  await fill(build, now, indexChanges);
  return true;
}

/** Begins an index of the cars, or continues the one that was begun. Returns whether it answers now. */
export async function buildCarIndex(): Promise<boolean> {
  const now = clock.now();
  const build = await unfinishedBuild(now);
  if (build?.busyUntil && build.busyUntil > now.toISOString()) {
    log.info('the index of the cars is being built by another run');
    return false;
  }
  const begin = async (): Promise<Build> => {
    const shards = shardsFor(await countListedCars());
    const index = await beginIndex(now, randomBytes(4).toString('hex'), shards);
    return { index, filled: {}, busyUntil: null };
  };
  const { index, ...progress } = build ?? (await begin());
  if (!(await continueBuild({ index, ...progress }, now))) return false;
  const [cars, deleted] = [await countListed(index), await deleteOldIndexes(clock.now())];
  log.info('the index of the cars was built', { index, cars, deleted: deleted.length });
  countMetric('CarIndexCars', cars);
  return true;
}

/** Indexes what the stream may have lost, and rebuilds the index when there is none or it is a day old. */
export async function keepCarIndex(): Promise<void> {
  const now = clock.now();
  const since = await answeringSince();
  if (since) await eachCatalogPage(() => before(now, caughtUpMs), indexChanges);
  if (!since || now.getTime() - since.getTime() >= oldestMs) await buildCarIndex();
}

/**
 * Builds the index of this version's format before its functions take over, which would find none. Returns whether there was
 * anything to do. No run of it is bound by a function's time.
 */
export async function buildCarIndexAhead(pauseMs = 10_000): Promise<boolean> {
  if (await answeringSince()) return false;
  // Another deployment may be building it.
  while (!(await buildCarIndex())) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  return true;
}

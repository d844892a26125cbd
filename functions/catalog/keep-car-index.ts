import { randomBytes } from 'node:crypto';
import { type CatalogChange, isCard } from '#core/cars/card.ts';
import { shardsFor } from '#core/catalog/opensearch/documents.ts';
import { clock } from '#functions/platform/clock.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { overlapMs } from './catalog.ts';
import { countListedCars, eachCatalogPage } from './change-store.ts';
import {
  answeringBuild,
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
/** No older version of a removed car can arrive after this: its removal need not be kept. */
const forgottenMs = 7 * 24 * hourMs;
/** How long one run reads the table. A Lambda function ends after fifteen minutes. */
const runMs = 12 * minuteMs;
/** How much longer it may read what changed before the switch to a new index. */
const afterSwitchMs = 2 * minuteMs;
/** A run that is cut off loses at most this much of its progress. */
const notedEveryMs = minuteMs;

const nowMs = (): number => clock.now().getTime();
const iso = (ms: number): string => new Date(ms).toISOString();

/** Brings an index what it does not have yet. Returns whether it has all then; if not, the time was over. */
function fill(build: Build, untilMs: number, take: (changes: CatalogChange[]) => Promise<void>) {
  const { filled } = build;
  const oldest = iso(nowMs() - forgottenMs);
  let notedMs = nowMs();
  const sinceOf = (partition: string) => {
    const upTo = filled[partition];
    return upTo === undefined ? null : iso(Date.parse(upTo) - overlapMs);
  };
  const takePage = async (changes: CatalogChange[], partition: string) => {
    await take(changes.filter((change) => isCard(change) || change.updatedAt > oldest));
    const last = changes.at(-1);
    if (last) filled[partition] = last.updatedAt;
    if (nowMs() - notedMs < notedEveryMs) return;
    notedMs = nowMs();
    await noteBuild(build);
  };
  return eachCatalogPage(sinceOf, takePage, { hasTime: () => nowMs() < untilMs });
}

/**
 * Brings the index in use what it does not have of the table: what the stream has lost, and what changed while no function
 * filled it. Returns whether it has all then; if not, the time was over and the next run goes on there.
 */
async function catchUp(untilMs: number): Promise<boolean> {
  const answering = await answeringBuild();
  if (!answering) return true;
  try {
    return await fill(answering, untilMs, indexChanges);
  } finally {
    await noteBuild(answering);
  }
}

/**
 * Fills an index from the table for as long as a run may take, and switches to it once it is whole. Each partition is read in
 * the order of its changes, so the next run goes on at the last one that was indexed; indexing is idempotent. Meanwhile the
 * stream fills the index in use: what changed during the first reading is read again before the switch and after it.
 * Returns whether the index answers now.
 */
async function continueBuild(build: Build, untilMs: number): Promise<boolean> {
  const { index } = build;
  const busy = { ...build, busyUntil: iso(untilMs) };
  const take = (changes: CatalogChange[]) => fillIndex(index, changes);
  await noteBuild(busy);
  try {
    if (!(await fill(busy, untilMs, take)) || !(await fill(busy, untilMs, take))) {
      log.info('the index of the cars is continued by the next run', { index });
      return false;
    }
    await switchTo(index);
  } finally {
    await noteBuild({ ...busy, busyUntil: null });
  }
  await catchUp(untilMs + afterSwitchMs);
  return true;
}

/** Begins an index of the cars, or continues the one that was begun. Returns whether it answers now. */
async function buildCarIndex(untilMs: number): Promise<boolean> {
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
  if (!(await continueBuild({ index, ...progress }, untilMs))) return false;
  const [cars, deleted] = [await countListed(index), await deleteOldIndexes(clock.now())];
  log.info('the index of the cars was built', { index, cars, deleted: deleted.length });
  countMetric('CarIndexCars', cars);
  return true;
}

/** Indexes what the index in use lacks, and rebuilds the index when there is none or it is a day old. */
export async function keepCarIndex(): Promise<void> {
  const startedMs = nowMs();
  const untilMs = startedMs + runMs;
  if (!(await catchUp(untilMs))) {
    log.info('the index of the cars is brought up to date by the next run');
    return;
  }
  const since = await answeringSince();
  if (!since || startedMs - since.getTime() >= oldestMs) await buildCarIndex(untilMs);
}

/**
 * Builds the index of this version's format before its functions take over, which would find none, or brings up to date the
 * one that an earlier deployment built. Returns whether there was none. No run of it is bound by a function's time.
 */
export async function buildCarIndexAhead(pauseMs = 10_000): Promise<boolean> {
  const isMissing = (await answeringSince()) === null;
  // Another deployment may be building it.
  while (isMissing && !(await buildCarIndex(nowMs() + runMs)))
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  while (!(await catchUp(nowMs() + runMs)));
  return isMissing;
}

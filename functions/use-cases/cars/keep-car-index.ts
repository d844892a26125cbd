import { randomBytes } from 'node:crypto';
import { type CatalogChange, isCard } from '#core/car/card.ts';
import { eachCatalogPage, readCatalogChanges } from '#functions/_adapters/dynamodb/catalog-changes.ts';
import {
  answeringSince,
  beginIndex,
  deleteOldIndexes,
  isBuilding,
  switchTo,
} from '#functions/_adapters/opensearch/build-index.ts';
import { fillIndex, indexChanges } from '#functions/_adapters/opensearch/index-changes.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { overlapMs } from './catalog-overlap.ts';

const hourMs = 3600_000;
/** The whole table is read this often, whatever the stream has brought: an error would live on otherwise. */
const oldestMs = 24 * hourMs;
/** The stream gives up on a change after an hour: what it lost is brought again from the table. */
const caughtUpMs = 2 * hourMs;
/** A car's older version cannot come so long after its removal: the removal need not be kept any more. */
const forgottenMs = 7 * 24 * hourMs;

const before = (instant: Date, ms: number): string => new Date(instant.getTime() - ms).toISOString();

/**
 * A new index out of the table, which takes the former's place when it has everything. The stream goes on filling the former:
 * what it brought meanwhile is read from the table, before the switch and once more after it. Every change may come often.
 */
async function buildAnew(): Promise<void> {
  const begunAt = clock.now();
  const index = await beginIndex(begunAt, randomBytes(4).toString('hex'));
  const oldest = before(begunAt, forgottenMs);
  let cars = 0;
  await eachCatalogPage(null, async (changes: CatalogChange[]) => {
    const kept = changes.filter((change) => isCard(change) || change.updatedAt > oldest);
    await fillIndex(index, kept);
    cars += kept.filter(isCard).length;
  });
  await fillIndex(index, await readCatalogChanges(before(begunAt, overlapMs)));
  const switchedAt = clock.now();
  await switchTo(index);
  await indexChanges(await readCatalogChanges(before(switchedAt, overlapMs)));
  const deleted = await deleteOldIndexes(clock.now());
  const ms = clock.now().getTime() - begunAt.getTime();
  log.info('the index of the cars was built', { index, cars, deleted: deleted.length, ms });
  countMetric('CarIndexCars', cars);
}

/** Builds the index of the cars when none answers or the last is a day old; else brings it what the stream may have lost. */
export async function keepCarIndex(): Promise<void> {
  const now = clock.now();
  const since = await answeringSince();
  if (since && now.getTime() - since.getTime() < oldestMs)
    return indexChanges(await readCatalogChanges(before(now, caughtUpMs)));
  if (await isBuilding(now)) return log.info('the index of the cars is being built by another run');
  await buildAnew();
}

import type { HistoryEntryWire } from '#core/contract/routes/imports.ts';
import { failureSentence, type Job, readFailure } from '#core/imports/job.ts';
import { countLeftOut } from '#core/imports/listings.ts';
import { userKeys } from '#functions/platform/keys.ts';
import { changedItem, getItem, type Item, putItem, queryAll } from '#functions/platform/table.ts';

/** TTL of rows of automated searches: up to 24 a day for each search. */
const automaticKeptSeconds = 30 * 86_400;

/** A row of a person's import history. `jobId` is set on rows written by the pipeline, which only it may end. */
export type HistoryRow = HistoryEntryWire & { jobId: string | null };

/** Ids sort by time: milliseconds in base 36, then random. */
export function newHistoryId(nowMs: number, random: string): string {
  return `${nowMs.toString(36).padStart(9, '0')}-${random}`;
}

export function startedRow(
  begun: Pick<HistoryRow, 'id' | 'search_url' | 'scrape_type' | 'jobId'>,
  now: Date,
): HistoryRow {
  return {
    ...begun,
    status: 'started',
    scraped_at: now.toISOString(),
    cars_added_count: 0,
    ads_read_count: null,
    left_out: [],
    error_message: null,
    error_code: null,
  };
}

export function historyItem(userId: string, row: HistoryRow): Item {
  return { ...userKeys.history(userId, row.id), kind: 'HISTORY', ...row };
}

const toRow = (item: Item): HistoryRow => ({
  id: String(item.id),
  search_url: String(item.search_url),
  status: item.status as HistoryRow['status'],
  scraped_at: String(item.scraped_at),
  cars_added_count: Number(item.cars_added_count ?? 0),
  ads_read_count: (item.ads_read_count as number | undefined) ?? null,
  // Rows of older versions lack titles.
  left_out: ((item.left_out as HistoryRow['left_out'] | undefined) ?? []).map((each) => ({
    ...each,
    titles: each.titles ?? [],
  })),
  error_message: (item.error_message as string | undefined) ?? null,
  error_code: readFailure(item.error_code),
  scrape_type: item.scrape_type as HistoryRow['scrape_type'],
  jobId: (item.jobId as string | undefined) ?? null,
});

/** Newest first. */
export async function listHistory(userId: string): Promise<HistoryRow[]> {
  const items = await queryAll(userKeys.partition(userId), userKeys.historyPrefix, { newestFirst: true });
  return items.map(toRow);
}

export async function getHistoryRow(userId: string, id: string): Promise<HistoryRow | null> {
  const item = await getItem(userKeys.history(userId, id));
  return item ? toRow(item) : null;
}

export async function addHistoryRow(userId: string, row: HistoryRow): Promise<void> {
  await putItem(historyItem(userId, row));
}

/** Changes a row that was not written by the pipeline. Null when there is none. */
export async function changeOwnHistoryRow(
  userId: string,
  id: string,
  change: Pick<HistoryRow, 'status' | 'cars_added_count' | 'error_message'>,
): Promise<HistoryRow | null> {
  const item = await changedItem(userKeys.history(userId, id), {
    set: { ...change, error_code: change.error_message ? 'other' : null },
    condition: 'attribute_exists(pk) AND attribute_type(jobId, :null)',
    values: { ':null': 'NULL' },
  });
  return item && toRow(item);
}

/** What an ended import writes into its rows. */
export const outcomeOf = (
  { state, found, leftOut, failure }: Job,
  carsAdded: number,
): Omit<HistoryRow, 'id' | 'search_url' | 'scraped_at' | 'scrape_type' | 'jobId'> => ({
  status: state === 'failed' ? 'failed' : 'completed',
  cars_added_count: carsAdded,
  ads_read_count: found.size,
  left_out: countLeftOut(leftOut),
  error_message: failure && failureSentence(failure),
  error_code: failure,
});

/** Adds the row of an ended run of an automated search. Idempotent. */
export async function addAutomaticRow(userId: string, job: Job, carsAdded: number): Promise<void> {
  const id = newHistoryId(Date.parse(job.startedAt), job.linkHash.slice(0, 8));
  await putItem({
    ...historyItem(userId, {
      id,
      search_url: job.href,
      scraped_at: job.beginsAt,
      ...outcomeOf(job, carsAdded),
      scrape_type: 'automatic',
      jobId: job.id,
    }),
    ttl: Math.floor(Date.parse(job.beginsAt) / 1000) + automaticKeptSeconds,
  });
}

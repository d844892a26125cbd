import type { OwnPage, ShownAds } from '#core/imports/own-page.ts';
import { jobKey, shownAdsKey, userKeys } from '#functions/platform/keys.ts';
import {
  changeIf,
  check,
  failedStep,
  getItem,
  getItems,
  type Item,
  put,
  transactIf,
  update,
} from '#functions/platform/table.ts';
import { unlessErased } from '#functions/platform/table-conditions.ts';
import { jobTtl } from './job-store.ts';

/** A page tells what its owner searched for: it is deleted this long after it was last sent. */
const keptSeconds = 90 * 86_400;

/** Stores what the page of an import shows, until the import is settled. Does nothing when the import is gone. */
export async function putShownAds(jobId: string, shown: ShownAds, now: string): Promise<void> {
  await transactIf([
    check(jobKey(jobId), 'attribute_exists(pk)'),
    put({ ...shownAdsKey(jobId), kind: 'SHOWNADS', shown, ttl: jobTtl(now) }),
  ]);
}

/** Null for an import of a page that is no search. */
export async function getShownAds(jobId: string): Promise<ShownAds | null> {
  const item = await getItem(shownAdsKey(jobId));
  return (item?.shown as ShownAds | undefined) ?? null;
}

const toPage = (item: Item): OwnPage => item.page as OwnPage;

export async function getOwnPage(userId: string, linkHash: string): Promise<OwnPage | null> {
  const item = await getItem(userKeys.ownPage(userId, linkHash));
  return item && toPage(item);
}

/** The pages that the person has sent of these links, by the links' hashes. */
export async function getOwnPages(
  userId: string,
  linkHashes: readonly string[],
): Promise<ReadonlyMap<string, OwnPage>> {
  const items = await getItems(linkHashes.map((hash) => userKeys.ownPage(userId, hash)));
  return new Map(items.map((item) => [item.sk.slice(userKeys.ownPagePrefix.length), toPage(item)]));
}

/** Stores a reading, unless another one was stored since `before` was read (`outrun`) or the account was erased. */
export async function writeOwnPage(
  userId: string,
  linkHash: string,
  page: OwnPage,
  before: OwnPage | null,
): Promise<'written' | 'outrun' | 'erased'> {
  const { readAt } = page;
  const failed = await failedStep([
    unlessErased(userId),
    update(userKeys.ownPage(userId, linkHash), {
      set: { kind: 'OWNPAGE', page, readAt, ttl: Math.floor(Date.parse(readAt) / 1000) + keptSeconds },
      condition: before === null ? 'attribute_not_exists(readAt)' : 'readAt = :seen',
      values: before === null ? {} : { ':seen': before.readAt },
    }),
  ]);
  if (failed === null) return 'written';
  return failed === 0 ? 'erased' : 'outrun';
}

/**
 * Claims the one page without charge that the search may have now: when both the last reading and the last claim were at
 * `latest` or earlier. Of pages that arrive at once, one gets it.
 */
export const claimFreePage = (
  userId: string,
  linkHash: string,
  { latest, now }: { latest: string; now: string },
): Promise<boolean> =>
  changeIf(userKeys.ownPage(userId, linkHash), {
    set: { freeAt: now },
    condition: 'readAt <= :latest AND (attribute_not_exists(freeAt) OR freeAt <= :latest)',
    values: { ':latest': latest },
  });

/** Gives a claim back whose page was refused. */
export const releaseFreePage = (userId: string, linkHash: string, now: string): Promise<boolean> =>
  changeIf(userKeys.ownPage(userId, linkHash), {
    remove: ['freeAt'],
    condition: 'freeAt = :now',
    values: { ':now': now },
  });

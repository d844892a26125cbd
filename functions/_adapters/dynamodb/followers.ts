import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import { unlessGone } from './guards.ts';
import { endingPartition, followerKey, followerPrefix, linkPartition, openIndex, userKeys } from './keys.ts';
import {
  changeItem,
  deleteItem,
  failedCondition,
  getItem,
  getItems,
  type Item,
  queryAll,
  readIndex,
  remove,
  transact,
  update,
} from './table.ts';

/** A person for whom a link is searched again and again. */
export type Follower = {
  userId: string;
  endTime: string;
  /** Has been given what the link showed before they came. */
  isServed: boolean;
};

const toFollower = ({ userId, endTime, isServed }: Item): Follower => ({
  userId: String(userId),
  endTime: String(endTime),
  isServed: isServed === true,
});

export async function listFollowers(linkHash: string): Promise<Follower[]> {
  const items = await queryAll(linkPartition(linkHash), followerPrefix);
  return items.map(toFollower);
}

/** Whose week is over, with the link that they followed: a link that is paused or rests visits nobody who could notice. */
export async function listEnded(now: string): Promise<{ linkHash: string; follower: Follower }[]> {
  const items = await getItems(await readIndex(openIndex, endingPartition, now));
  return items
    .map((item) => ({ linkHash: item.pk.slice(linkPartition('').length), follower: toFollower(item) }))
    .filter(({ follower }) => follower.endTime <= now);
}

/** From now on the person is told of what is new to the link. Nothing happens when they cancelled meanwhile. */
export async function markServed(linkHash: string, userId: string): Promise<void> {
  await unlessGone(
    changeItem(followerKey(linkHash, userId), {
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET isServed = :yes',
      ExpressionAttributeValues: { ':yes': true },
    }),
  );
}

/** Takes an expired follower off the link and marks the search, unless it was extended meanwhile. */
export async function expireFollower(linkHash: string, follower: Follower, now: string): Promise<void> {
  const { userId, endTime } = follower;
  const key = followerKey(linkHash, userId);
  const search = userKeys.automatedSearch(userId, linkHash);
  const sameEnd = 'endTime = :end';
  try {
    await transact([
      remove(key, sameEnd, { ':end': endTime }),
      update(search, {
        ConditionExpression: sameEnd,
        UpdateExpression: 'SET expiredAt = :now',
        ExpressionAttributeValues: { ':end': endTime, ':now': now },
      }),
    ]);
  } catch (error) {
    if (failedCondition(error) === null) throw error;
    // Extended meanwhile, or left over from an account that was erased.
    if (!(await getItem(search))) await deleteItem(key);
  }
}

/** Notes on a person's search that its link is paused; `at` tells one pause from the next. */
export async function markPaused(
  linkHash: string,
  userId: string,
  failure: ImportFailureClass,
  at: string,
): Promise<void> {
  await unlessGone(
    changeItem(userKeys.automatedSearch(userId, linkHash), {
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET pausedAt = :at, pausedFor = :failure',
      ExpressionAttributeValues: { ':at': at, ':failure': failure },
    }),
  );
}

import type { LinkRun } from '#core/automated-search/automated-search.ts';
import { isWritten } from './is-written.ts';
import { duePartitionOf, linkKey } from './keys.ts';
import { dueSortKey, type FollowedLink } from './links.ts';
import { changeItem } from './table.ts';

export async function planNext(linkHash: string, seen: string, next: string): Promise<boolean> {
  return changeLink(linkHash, 'SET gsi2sk = :next', 'gsi2sk = :seen', { ':next': next, ':seen': seen });
}

/** Ends the hour's run of a search of the list: how it went, and when it is next. False when somebody else did. */
export function endFilterRun(link: FollowedLink, lastRun: LinkRun, next: string): Promise<boolean> {
  return changeLink(link.hash, 'SET gsi2sk = :next, lastRun = :run', 'gsi2sk = :seen', {
    ':next': dueSortKey(next, link.hash),
    ':seen': dueSortKey(link.nextRun!, link.hash),
    ':run': lastRun,
  });
}

/** Puts a link to rest that nobody follows, unless somebody came meanwhile. */
export function restLink(link: FollowedLink): Promise<boolean> {
  return changeLink(
    link.hash,
    'REMOVE gsi2pk, gsi2sk',
    link.followedAt === null ? 'attribute_not_exists(followedAt)' : 'followedAt = :seen',
    link.followedAt === null ? undefined : { ':seen': link.followedAt },
  );
}

async function changeLink(
  linkHash: string,
  expression: string,
  condition: string,
  values: Record<string, unknown> | undefined,
): Promise<boolean> {
  return isWritten(
    changeItem(linkKey(linkHash), {
      UpdateExpression: expression,
      ConditionExpression: `attribute_exists(pk) AND ${condition}`,
      ...(values && { ExpressionAttributeValues: values }),
    }),
  );
}

export const scheduleOf = (linkHash: string, at: string) => ({
  gsi2pk: duePartitionOf(linkHash),
  gsi2sk: dueSortKey(at, linkHash),
});

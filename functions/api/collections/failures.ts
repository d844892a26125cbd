import { Failure } from '#core/failure.ts';
import { limits } from '#core/plan/plans.ts';
import type { CollectionKind, CollectionResult } from '#functions/_adapters/dynamodb/collection-item.ts';

const absent = { list: 'There is no such list.', savedSearch: 'There is no such saved search.' };

export const noSuch = (of: CollectionKind): Failure => new Failure(404, 'not_found', absent[of]);

export function noRoom(of: CollectionKind): Failure {
  return of === 'list'
    ? new Failure(403, 'too_many_lists', `You can have up to ${limits.lists} lists.`)
    : new Failure(
        403,
        'too_many_saved_searches',
        `You can have up to ${limits.savedSearches} saved searches.`,
      );
}

/** @throws Failure 404, 403 */
export function requireDone(of: CollectionKind, result: CollectionResult): void {
  if (result === 'absent') throw noSuch(of);
  if (result === 'full') throw noRoom(of);
}

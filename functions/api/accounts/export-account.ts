import { carIdsIn, exportItems, type StoredItem } from '#core/account/exported-item.ts';
import { Failure } from '#core/failure.ts';
import { readAccount } from '#functions/_adapters/account-record.ts';
import { readStoredPage } from '#functions/_adapters/dynamodb/account-items.ts';
import { lockedAmong } from '#functions/_adapters/dynamodb/cars.ts';
import { getLanguage } from '#functions/_adapters/dynamodb/people.ts';
import type { Caller } from '#functions/_runtime/caller.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { openPlace, sealPlace } from '#functions/use-cases/accounts/sealed-place.ts';
import { marksOf, readViewerAndMarks } from '#functions/use-cases/cars/marks.ts';

/** The items as this person may see them today. */
async function shownItems(caller: Caller, items: readonly StoredItem[]) {
  const [[viewer, marks], language] = await Promise.all([readViewerAndMarks(caller), getLanguage(caller.id)]);
  return exportItems(items, {
    viewer,
    language: language ?? 'en',
    lockedCarIds: await lockedAmong(items.flatMap(carIdsIn), viewer),
    // Own cars alone are shown whole: no other was ever one of them.
    marksOf: (id) => marksOf(marks, { id, formerIds: [] }),
  });
}

export const handler = endpoint('GET /api/account/export', async ({ query }, caller) => {
  const after = query.after === undefined ? null : await openPlace(caller.id, query.after);
  const [account, page] = await Promise.all([readAccount(caller.id), readStoredPage(caller.id, after)]);
  if (!account) throw new Failure(401, 'not_authenticated', 'User not authenticated');
  return {
    exported_at: clock.now().toISOString(),
    account: { id: caller.id, email: account.email, member_since: account.createdAt },
    items: await shownItems(caller, page.items),
    next: page.next === null ? null : await sealPlace(caller.id, page.next),
  };
});

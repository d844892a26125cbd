import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/** Asks again for all that a plan decides: access, limits, payments, and the cars that may be seen. */
export async function refreshPlan(client: QueryClient): Promise<void> {
  const { access, subscription, usage, payments, carLists } = queryKeys;
  await Promise.all(
    [access, subscription, usage, payments, carLists, ['car']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

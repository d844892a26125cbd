import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/** Refetches everything that depends on the plan: access, limits, payments and visible cars. */
export async function refreshPlan(client: QueryClient): Promise<void> {
  const { access, subscription, usage, payments, carLists } = queryKeys;
  await Promise.all(
    [access, subscription, usage, payments, carLists, ['car']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

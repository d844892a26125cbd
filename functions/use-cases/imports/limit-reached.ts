import { Failure } from '#core/failure.ts';

/** A free account has used its month's imports. */
export const limitReached = () =>
  new Failure(
    403,
    'limit_reached',
    "You've reached your scrape limit! Upgrade to Premium for unlimited scrapes.",
    { reason: 'limit_reached' },
  );

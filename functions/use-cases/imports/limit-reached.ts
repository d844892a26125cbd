import { Failure } from '#core/failure.ts';

/** A free account has used its month's imports. */
export const limitReached = () =>
  new Failure(
    403,
    'limit_reached',
    "You have used this month's imports. With Premium you import without limit.",
    { reason: 'limit_reached' },
  );

import { pause } from '../../wire/pause.ts';
import { isThrottle, type LambdaFunction } from '../functions/lambda-function.ts';

const firstWaitMilliseconds = 100;
const longestWaitMilliseconds = 5000;

export type Patience = {
  /** After this moment (milliseconds since 1970) a throttle is a failure like any other. */
  until: number;
  /** Ends the waiting. */
  closing: AbortSignal;
};

/**
 * Invokes a function for a queue, a stream or an event. Where the account has no room, Lambda itself asks again, longer
 * apart each time, and that is no attempt: for a queue's messages as long as they are invisible, for an event six hours.
 */
export async function invokeUnthrottled(
  fn: LambdaFunction,
  event: unknown,
  { until, closing }: Patience,
): Promise<unknown> {
  for (let waitMs = firstWaitMilliseconds; ; waitMs = Math.min(2 * waitMs, longestWaitMilliseconds)) {
    try {
      return await fn.invoke(event);
    } catch (error) {
      if (!isThrottle(error) || closing.aborted || Date.now() + waitMs > until) throw error;
      await pause(waitMs, closing);
    }
  }
}

import { expect, test, vi } from 'vitest';
import {
  AccountLimit,
  FunctionFailure,
  type LambdaFunction,
  throttledByLambda,
} from '../../../runner/functions/lambda-function.ts';
import { createDeliveries, RunnerState } from '../../../runner/triggers/deliveries.ts';
import { QueueMapping } from '../../../runner/triggers/queue-mapping.ts';
import { QueueStore } from '../../../services/queues/queue-store.ts';

const refusal = (errorType: string) =>
  new FunctionFailure({ errorType, errorMessage: `${errorType} was said`, trace: [] });

/** Refuses as often as told, then takes what it is given. */
function refusing(
  times: number,
  errorType = throttledByLambda,
  definition: Partial<LambdaFunction['definition']> = {},
) {
  const taken: unknown[] = [];
  let refused = 0;
  const invoke = async (event: unknown) => {
    if (refused < times) {
      refused += 1;
      throw refusal(errorType);
    }
    taken.push(event);
  };
  return { fn: { invoke, definition } as unknown as LambdaFunction, taken, asked: () => refused };
}

test('an account takes as many functions at once as it may, and counts whom it refuses', () => {
  const account = new AccountLimit(2);
  expect([account.enter('a'), account.enter('b'), account.enter('b')]).toEqual([true, true, false]);
  account.leave();
  expect(account.enter('b')).toBe(true);
  expect(account.use).toEqual({ limit: 2, running: 2, mostAtOnce: 2, throttles: { b: 1 } });
});

test('an account without a limit refuses nobody', () => {
  const account = new AccountLimit();
  expect(Array.from({ length: 100 }, () => account.enter('a'))).not.toContain(false);
  expect(account.use.limit).toBeNull();
});

test('a message whose function is throttled is offered again, without being received again', async () => {
  const store = new QueueStore(':memory:');
  store.create('work', { VisibilityTimeout: '60' });
  store.send('work', { body: '1' });
  const { fn, taken } = refusing(3);
  const properties = { EventSourceArn: 'arn:aws:sqs:eu-north-1:1:work', FunctionName: 'work' };
  const mapping = new QueueMapping(store, fn, properties, () => {});
  await vi.waitFor(() => expect(store.counts('work')).toMatchObject({ visible: 0, inFlight: 0 }), 20_000);
  await mapping.close();
  store.close();
  expect(taken).toEqual([
    { Records: [expect.objectContaining({ body: '1', attributes: expect.any(Object) })] },
  ]);
  const [{ Records }] = taken as [{ Records: [{ attributes: { ApproximateReceiveCount: string } }] }];
  expect(Records[0].attributes.ApproximateReceiveCount).toBe('1');
});

function delivering(fn: LambdaFunction) {
  const state = new RunnerState(':memory:');
  const queues = new QueueStore(':memory:');
  queues.create('lost', {});
  const deliveries = createDeliveries(state, { find: () => fn } as never, queues, () => {});
  return { deliveries, queues };
}

test('an event whose function is throttled is kept, however often', async () => {
  // More often than an event is tried whose function fails.
  const { fn, taken } = refusing(5);
  const { deliveries } = delivering(fn);
  await deliveries.deliver('arn:aws:lambda:eu-north-1:1:function:hourly', { hour: 1 });
  expect(taken).toEqual([{ hour: 1 }]);
});

test('an event that no attempt could handle goes to the function’s dead-letter queue with its reason', async () => {
  const { fn, asked } = refusing(99, 'TypeError', {
    deadLetterArn: 'arn:aws:sqs:eu-north-1:1:lost',
  });
  const { deliveries, queues } = delivering(fn);
  await deliveries.deliver('arn:aws:lambda:eu-north-1:1:function:hourly', { hour: 1 });
  expect(asked()).toBe(3);
  const [message] = queues.take('lost', 10);
  expect(JSON.parse(message!.body)).toEqual({ hour: 1 });
  expect(message!.attributes.ErrorMessage).toMatchObject({ StringValue: 'TypeError was said' });
});

test('an event that is throttled for longer than its function keeps events is given up', async () => {
  const deadLetterArn = 'arn:aws:sqs:eu-north-1:1:lost';
  const { fn, asked } = refusing(Number.POSITIVE_INFINITY, throttledByLambda, {
    deadLetterArn,
    eventAgeSeconds: 0,
  });
  const { deliveries, queues } = delivering(fn);
  await deliveries.deliver('arn:aws:lambda:eu-north-1:1:function:hourly', { hour: 1 });
  expect(asked()).toBe(1);
  expect(queues.take('lost', 10)).toHaveLength(1);
});

test('an event is tried again as often as its function says', async () => {
  const { fn, asked } = refusing(99, 'TypeError', { eventRetries: 0 });
  const { deliveries } = delivering(fn);
  await deliveries.deliver('arn:aws:lambda:eu-north-1:1:function:hourly', { hour: 1 });
  expect(asked()).toBe(1);
});

import { marshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { toldEvents } from '#core/contract/messages.ts';
import { workers } from '#core/contract/workers.ts';
import { workerFunctions } from '#lib/functions.ts';
import { startFuzzing } from './fuzzing.ts';
import { hostileText, hostileValue } from './hostile.ts';
import { fuzzSettings } from './settings.ts';

const { seed, events } = fuzzSettings;
const { isOver, timeoutMs, judge } = startFuzzing();
type Name = keyof typeof workers;

// Ids stand in the log, which must hold no address: those that senders of ours make never look like one.
const id = fc.oneof(
  hostileText.filter((text) => !text.includes('@')),
  fc.constantFrom('1', 'premium', 'nothing'),
);

/** What a sender of ours would say, with something odd in place of one thing or two. */
const message = fc.oneof(
  fc.record({
    type: fc.oneof(fc.constantFrom('scrape', 'identify', 'rate'), id),
    jobId: fc.oneof(id, fc.constantFrom(null, 1, [], {})),
    carId: fc.oneof(id, fc.constantFrom(null, 1, [], {})),
    requestId: id,
  }),
  fc.record({
    'detail-type': fc.oneof(fc.constantFrom<string>(...toldEvents, 'Email Bounced'), hostileText),
    detail: fc.oneof(
      fc.record({ ownerId: id, searchId: id, carId: id, jobId: id, at: id, endTime: id }),
      hostileValue,
    ),
  }),
  hostileValue,
);
const body = fc.oneof(
  { weight: 5, arbitrary: message.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: hostileText },
);

const queueEvent = fc.array(body, { minLength: 1, maxLength: 3 }).map((bodies) => ({
  Records: bodies.map((text, i) => ({
    messageId: `m${i}`,
    body: text,
    attributes: { ApproximateReceiveCount: '1' },
  })),
}));

const kinds = [
  'JOB',
  'PLAN',
  'CAR',
  'FOUND',
  'MISSED',
  'AUTOSEARCH',
  'NOTE',
  'INBOX',
  'SOCKET',
  'SAVED',
  'constructor',
];
const image = fc
  .tuple(
    fc.constantFrom(...kinds),
    fc.dictionary(fc.constantFrom('id', 'car', 'plan', 'state', 'find', 'userId', 'carIds'), hostileValue),
  )
  .map(([kind, fields]) =>
    marshall(
      { pk: 'USER#premium', sk: 'X#1', kind, ...fields },
      { removeUndefinedValues: true, allowImpreciseNumbers: true, convertClassInstanceToMap: true },
    ),
  );
const streamEvent = fc
  .tuple(fc.option(image, { nil: undefined }), fc.option(image, { nil: undefined }))
  .map(([NewImage, OldImage]) => ({
    Records: [{ eventID: 'e', dynamodb: { SequenceNumber: '1', NewImage, OldImage } }],
  }));

const socketEvent = fc.tuple(hostileText, hostileText).map(([ticket, sent]) => ({
  queryStringParameters: { ticket },
  requestContext: { connectionId: 'socket-1' },
  body: sent,
}));

const mailEvent = fc.record({
  triggerSource: fc.oneof(
    fc.constantFrom('CustomMessage_SignUp', 'CustomMessage_ResendCode', 'CustomMessage_ForgotPassword'),
    hostileText,
  ),
  request: fc.record({
    codeParameter: fc.constant('{####}'),
    userAttributes: fc.record({ email: hostileText, locale: hostileText }),
    clientMetadata: fc.oneof(
      fc.record({ reason: hostileText, language: hostileText }),
      fc.constant(undefined),
    ),
  }),
  response: fc.constant({ emailSubject: null, emailMessage: null, smsMessage: null }),
});

const eventOf = {
  queue: queueEvent,
  'table-stream': streamEvent,
  websocket: socketEvent,
  'pool-mail': mailEvent,
} as const;

/** Null, or what is wrong: a worker takes what it is given, or says which of it shall come again. */
function faultOf(kind: keyof typeof eventOf, answer: unknown): string | null {
  const { batchItemFailures, statusCode } = (answer ?? {}) as {
    batchItemFailures?: unknown;
    statusCode?: number;
  };
  if (kind === 'pool-mail') return 'response' in Object(answer) ? null : 'answered no mail';
  if (kind === 'websocket') return (statusCode ?? 500) < 500 ? null : `answered ${statusCode}`;
  return Array.isArray(batchItemFailures) ? null : 'said nothing of what failed';
}

type Called = { name: Name; kind: keyof typeof eventOf };
/** What a schedule sends says nothing: all others are called with something. */
const called = (Object.keys(workers) as Name[]).flatMap((name): Called[] => {
  const { kind } = workers[name].trigger;
  return kind === 'schedule' ? [] : [{ name, kind }];
});

describe('no event breaks', () => {
  it.each(called)(
    '$name',
    async ({ name, kind }) => {
      const { source, exportName } = workerFunctions.find((worker) => worker.name === name)!;
      const handler = (await import(`../../${source}`))[exportName] as (event: unknown) => Promise<unknown>;
      const judging = judge();
      for (const event of fc.sample<unknown>(eventOf[kind], { seed, numRuns: events })) {
        if (isOver()) break;
        const fault = await handler(event).then(
          (answer) => faultOf(kind, answer),
          (error) => `threw ${error}`,
        );
        judging.note(fault, () => JSON.stringify(event));
      }
      judging.expectNone();
    },
    timeoutMs,
  );

  it('fail-dead-letters, whatever was given up', async () => {
    const { failDeadLetter } = await import('#functions/imports/failures.ts');
    const judging = judge();
    for (const { Records } of fc.sample(queueEvent, { seed, numRuns: events }))
      for (const { messageId, body } of Records) {
        const fault = await failDeadLetter({
          id: messageId,
          // A queue carries well-formed text alone.
          body: body.toWellFormed(),
          sentAt: new Date(0).toISOString(),
        }).then(
          () => null,
          (error) => `threw ${error}`,
        );
        judging.note(fault, () => body);
      }
    judging.expectNone();
  });
});

import { marshall } from '@aws-sdk/util-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { maxReceives } from '#core/contract/messages.ts';
import type { workers } from '#core/contract/workers.ts';
import { marketplaceOrigin } from '#core/marketplaces/facebook/link.ts';
import { workerFunctions } from '#lib/functions.ts';
import { createFakeMarketplace, createFakeRegister, searchAddress } from '#tests/support/fake-marketplace.ts';
import { makeCar, makeRating, makeVehicle } from '#tests/support/make-car.ts';
import { contractRoutes, loadHandler } from '#tests/support/route-samples.ts';
import { storeCar } from '#tests/support/stored-car.ts';
import { answerPlainly, createCloud, type QueueName } from './cloud.ts';
import { setEnvironment } from './environment.ts';
import type { Item } from './expressions.ts';
import { hourly, installMachine, type Meter, noMeter, type PlainAnswer } from './machine.ts';
import type { Change } from './memory-table.ts';
import { createStripe } from './stripe.ts';

/** As lib/triggers.ts filters the stream. */
const publishedKinds = new Set(['JOB', 'PLAN', 'CAR', 'FOUND', 'MISSED', 'AUTOSEARCH', 'NOTE', 'INBOX']);
const startMs = Date.parse('2026-11-02T06:00:00.000Z');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** How long a message that is being handled is hidden. */
const hiddenMs = 2 * minuteMs;
/** Stands in the title of a car: wherever it leaves the server, the car's title does. */
export const markOf = (carId: string) => `Mrk${carId}x`;

/** Takes one out of a list; false when somebody else did. */
function take<T>(list: T[], one: T): boolean {
  const at = list.indexOf(one);
  if (at === -1) return false;
  list.splice(at, 1);
  return true;
}

/** What no worker can read. */
const poison = 'this is no message';

/** What a meter knows a delivery by: those of hourly runs apart from those of imports. */
const nameOf = (queue: QueueName, body: string): string =>
  /"type":"lane"|"jobId":"[\w-]{30,}-\d+"/.test(body) ? `${queue} ${hourly}` : queue;

type Answer = { status: number; text: string; body: Record<string, unknown> };
export type Ask = { as?: string; params?: object; query?: object; body?: object; headers?: object };

/** The product's own functions in a machine and a cloud of which a seed decides everything. */
export async function startWorld(seed: number, meter: Meter = noMeter) {
  let users: ReadonlySet<string> = new Set();
  let read: (pathname: string) => PlainAnswer = () => ({ status: 404, body: '' });
  const machine = installMachine(seed, startMs, (asked) => {
    const object = read(asked.url.pathname);
    const answer = object.status === 200 ? object : answerPlainly(() => users, asked);
    meter.asked(asked, answer);
    return answer;
  });
  const { chance, now } = machine;
  const cloud = createCloud(chance, now, meter);
  read = cloud.readObject;
  users = cloud.users;
  setEnvironment(cloud.issuer);
  const stripe = createStripe(now, cloud.around);
  const marketplace = createFakeMarketplace(marketplaceOrigin);
  const register = createFakeRegister();
  register.vehicles.set(makeVehicle().plate, makeVehicle());
  const { replaceServices } = await import('#functions/platform/services.ts');
  replaceServices({
    openPageSource: marketplace.source,
    register: async () => register,
    payments: async () => stripe.guarded,
    postOutside: async () => 200,
  });
  const routes = new Map<string, unknown>();
  for (const route of contractRoutes) routes.set(route.key, await loadHandler(route));
  const work = async (name: keyof typeof workers) => {
    const { source, exportName } = workerFunctions.find((worker) => worker.name === name)!;
    return (await import(`../../../${source}`))[exportName] as (event: unknown) => Promise<unknown>;
  };
  const { failDeadLetter } = await import('#functions/imports/failures.ts');
  // The function takes its messages itself; here they are given to it one by one like the others.
  const failRecords = async (event: unknown) => {
    const { Records } = event as SQSEvent;
    for (const { messageId: id, body, attributes } of Records)
      await failDeadLetter({ id, body, sentAt: new Date(Number(attributes.SentTimestamp)).toISOString() });
    return { batchItemFailures: [] };
  };
  const consumers: Record<QueueName, { size: number; handler: (event: unknown) => Promise<unknown> }> = {
    scrape: { size: 1, handler: await work('scrape') },
    identify: { size: 1, handler: await work('identify') },
    rate: { size: 5, handler: await work('rate') },
    notify: { size: 5, handler: await work('notify') },
    dead: { size: 10, handler: failRecords },
  };
  const publish = await work('publish');
  const jobs = {
    sweep: await work('sweep'),
    deliver: await work('deliver-waiting'),
    dispatch: await work('dispatch-searches'),
    erase: await work('finish-erasures'),
    reconcile: await work('reconcile-payments'),
    connect: await work('live-connect'),
    disconnect: await work('live-disconnect'),
    message: await work('live-message'),
    codeMail: await work('write-code-mail'),
    revalue: await work('revalue'),
    catalog: await work('write-catalog'),
    carIndex: await work('keep-car-index'),
    indexCars: await work('index-cars'),
  };

  const stream: Change[] = [];
  cloud.table.onChange((change) => {
    if (publishedKinds.has(String(change.after?.kind))) stream.push(change);
  });

  const tokens = new Map<string, string>();
  function tokenOf(userId: string): string {
    const key = `${userId} ${Math.floor(now() / (30 * minuteMs))}`;
    const known = tokens.get(key) ?? cloud.tokenOf(cloud.claimsOf(userId));
    tokens.set(key, known);
    return known;
  }

  let requests = 0;
  /** Calls a route as API Gateway does. Null when the function was killed: the person gets no answer of ours. */
  async function ask(
    key: string,
    { as, params, query, body, headers }: Ask = {},
  ): Promise<Answer & { faults: number }> {
    const isBytes = body instanceof Uint8Array;
    const event = {
      version: '2.0',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(as && { authorization: `Bearer ${tokenOf(as)}` }),
        ...headers,
      },
      pathParameters: params,
      queryStringParameters: query,
      ...(body && { body: isBytes ? Buffer.from(body).toString('base64') : JSON.stringify(body) }),
      isBase64Encoded: isBytes,
      requestContext: {
        requestId: `request-${++requests}`,
        http: { sourceIp: '203.0.113.1' },
        ...(as && { authorizer: { jwt: { claims: cloud.claimsOf(as), scopes: [] } } }),
      },
    };
    const handler = routes.get(key) as (
      event: unknown,
      context: unknown,
    ) => Promise<{ statusCode: number; body: string; headers?: object & { 'content-type'?: string } }>;
    const { result, faults } = await cloud.invoke(() => handler(event, {}), key);
    if (result === null) return { status: 0, text: '', body: {}, faults };
    const isJson = String(result.headers?.['content-type']).startsWith('application/json');
    const answered = isJson ? JSON.parse(result.body) : {};
    return { status: result.statusCode, text: result.body, body: answered, faults };
  }

  let copies = 1;
  let isCalm = false;
  const delivered = { messages: 0, poison: 0, deadPoison: 0 };
  /** Some visible messages of a queue to their function; what fails comes back, and dies when it failed too often. */
  async function deliver(queue: QueueName): Promise<number> {
    const { size, handler } = consumers[queue];
    const waiting = cloud.queues[queue];
    const visible = waiting.filter(({ dueMs }) => dueMs <= now());
    const taken = Array.from({ length: Math.min(size, visible.length) }, () =>
      visible.splice(chance.whole(visible.length), 1),
    ).flat();
    if (taken.length === 0) return 0;
    // One in ten is seen again while it is handled, as when that takes longer than it is hidden.
    for (const message of taken) if (isCalm || !chance.is(0.1)) message.dueMs = now() + hiddenMs;
    const Records = taken.map((message) => ({
      messageId: message.id,
      body: message.body,
      attributes: {
        ApproximateReceiveCount: String(++message.receiveCount),
        SentTimestamp: String(message.sentMs),
      },
      eventSourceARN: `arn:aws:sqs:eu-north-1:000000000000:${queue}`,
    }));
    // One in ten comes to two workers side by side.
    const workers = !isCalm && chance.is(0.1) ? Math.max(2, copies) : copies;
    const runs = await Promise.all(
      Array.from({ length: workers }, () =>
        cloud.invoke(() => handler({ Records }), nameOf(queue, Records[0]!.body)),
      ),
    );
    delivered.messages += taken.length * workers;
    type Outcome = { batchItemFailures: { itemIdentifier: string }[] } | null;
    const isFailed = (id: string) =>
      runs.some(
        ({ result }) =>
          !(result as Outcome) ||
          (result as Outcome)!.batchItemFailures.some((one) => one.itemIdentifier === id),
      );
    for (const message of taken) {
      const isDead = isFailed(message.id) && message.receiveCount >= maxReceives;
      // One in thirty comes once more although it was handled.
      if (!isCalm && !isFailed(message.id) && chance.is(1 / 30) && message.receiveCount < maxReceives)
        message.dueMs = now() + chance.whole(60_000);
      else if (!isFailed(message.id) || isDead) {
        const wasWaiting = take(waiting, message);
        if (isDead && wasWaiting && queue !== 'dead') cloud.send('dead', message.body);
        // One that came again while it was handled has been received once more than it was tried.
        if (isDead && wasWaiting && message.body === poison) delivered.deadPoison++;
      }
    }
    return taken.length;
  }

  const image = (item: Item | undefined) => item && marshall(item, { removeUndefinedValues: true });
  let isPublishing = false;
  /** The next changes of the stream to its one publisher; what it did not take comes again. */
  async function publishSome(): Promise<number> {
    if (isPublishing) return 0;
    isPublishing = true;
    const batch = stream.slice(0, 1 + chance.whole(25));
    if (batch.length === 0) {
      isPublishing = false;
      return 0;
    }
    const Records = batch.map(({ before, after }, i) => ({
      dynamodb: { NewImage: image(after), OldImage: image(before), SequenceNumber: String(i + 1) },
    }));
    const { result } = await cloud.invoke(() => publish({ Records }), 'publish');
    const failures = (result as { batchItemFailures: { itemIdentifier: string }[] } | null)
      ?.batchItemFailures;
    isPublishing = false;
    const from = failures ? Number(failures[0]?.itemIdentifier ?? batch.length + 1) - 1 : 0;
    // Now and then a batch comes again although it was taken.
    if (from > 0 && (isCalm || !chance.is(1 / 30))) stream.splice(0, from);
    return batch.length;
  }

  /** A rule's call with its two tries more. */
  async function strike(
    job: keyof typeof jobs,
    event: object = { time: new Date(now()).toISOString() },
  ): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt++) {
      const { result, faults } = await cloud.invoke(async () => {
        await jobs[job](event);
        return true;
      }, job);
      if (result || faults === 0) return;
    }
  }

  /** Time passes, and what the clock sets going is set going. */
  async function pass(ms: number): Promise<void> {
    const untilMs = now() + ms;
    const nextHour = () => (Math.floor(now() / hourMs) + 1) * hourMs;
    const minute = Math.floor(now() / minuteMs);
    while (nextHour() <= untilMs) {
      machine.advance(nextHour() - now());
      await strike('dispatch');
      await strike('erase');
      if ((now() / hourMs) % 24 === 0) await strike('reconcile');
    }
    machine.advance(untilMs - now());
    if (Math.floor(now() / minuteMs) === minute) return;
    await strike('sweep');
    await strike('deliver');
  }

  /** One of Stripe's events that are due, or two side by side, whichever; one that was refused comes again. */
  async function hearStripe(): Promise<number> {
    const due = stripe.events.filter(({ dueMs }) => dueMs <= now());
    if (due.length === 0) return 0;
    const heard = Array.from({ length: chance.is(0.3) ? 2 : 1 }, () => chance.pick(due));
    await Promise.all(
      heard.map(async (event) => {
        const { status } = await ask('POST /api/payments/webhook', stripe.signed(event));
        // Every fifth is sent again although it was taken.
        if (status === 200 && !chance.is(0.2)) take(stripe.events, event);
        else event.dueMs = now() + chance.whole(10 * minuteMs);
      }),
    );
    return heard.length;
  }

  /** Cars that were there before, some of them amazing. */
  async function storeCars(): Promise<void> {
    for (let n = 1; n <= 8; n++) {
      const id = `700${n}`;
      const deal = n % 2 === 0 ? 'amazing' : 'fair';
      const car = makeCar({ id, title: `Golf ${markOf(id)}`, rating: makeRating({ deal }) });
      await storeCar(car);
    }
  }

  return {
    machine,
    chance,
    now,
    cloud,
    stripe,
    marketplace,
    stream,
    ask,
    deliver,
    /** Counts of what the queues have brought. */
    delivered,
    /** Every message reaches so many workers side by side. */
    setCopies: (count: number): void => {
      copies = count;
    },
    /** Nothing comes twice from here, and what is stored stays: a day as it mostly is. */
    calmDown(): void {
      isCalm = true;
      cloud.keepObjects();
    },
    poisonQueue(): void {
      delivered.poison++;
      cloud.send(chance.pick(['scrape', 'identify', 'rate', 'notify'] as const), poison);
    },
    publishSome,
    strike,
    pass,
    hearStripe,
    storeCars,
    connect: (connectionId: string, ticket: string) =>
      cloud.invoke(() =>
        jobs.connect({ queryStringParameters: { ticket }, requestContext: { connectionId } }),
      ),
    hrefOf: (query: string) => searchAddress(marketplaceOrigin, query),
  };
}

export type World = Awaited<ReturnType<typeof startWorld>>;

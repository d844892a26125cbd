import { join } from 'node:path';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { openShard, shardsOf } from 'local-cloud/runner/triggers/stream-mapping.ts';
import { type Connections, createConnectionService } from 'local-cloud/services/connection-service.ts';
import { type BusEvent, createEventService } from 'local-cloud/services/events/event-service.ts';
import { createMailService, type Mail } from 'local-cloud/services/mail-service.ts';
import { createObjectService } from 'local-cloud/services/objects/object-service.ts';
import { ObjectStore } from 'local-cloud/services/objects/object-store.ts';
import { createQueueService } from 'local-cloud/services/queues/queue-service.ts';
import { QueueStore } from 'local-cloud/services/queues/queue-store.ts';
import { createSecretService, createSecretValues } from 'local-cloud/services/secret-service.ts';
import { serveAlone, temporaryFolder } from 'local-cloud/tests/support/contract-target.ts';
import { listen, type WireService } from 'local-cloud/wire/http.ts';
import { accountId, arnOf } from 'local-cloud/wire/names.ts';
import { afterAll, vi } from 'vitest';
import {
  eventSource,
  hourlyHiddenSeconds,
  maxReceives,
  toldEvents,
  visibilitySeconds,
} from '#core/contract/messages.ts';
import { workers } from '#core/contract/workers.ts';
import type { PlateReader } from '#functions/plates/plate-reader.ts';
import { publishedEnds, publishedKinds } from '#lib/triggers.ts';
import { drawPhoto } from '#tests/functions/plates/drawn-photo.ts';
import { openJobs } from '#tests/support/open-jobs.ts';
import { installCallFaults } from './call-faults.ts';
import { startIdentity } from './call-route.ts';
import { createFakeMarketplace, createFakeRegister } from './fake-marketplace.ts';
import { keepLog } from './kept-log.ts';
import { createPump, type Delivery } from './message-pump.ts';
import { startTestTable, type TestTable, type TestTableOptions } from './table.ts';

type PhotoOrigin = {
  origin: string;
  /** The address of a photo in which this plate can be read; of a car seen from the side without one. */
  photoOf(plate: string | null): Promise<string>;
  /** The address of something that calls itself a photo. */
  notAPhoto: string;
  missing: string;
  /** Paths of all that was asked for, in order. */
  asked: string[];
  close(): Promise<void>;
};

/** The photos of a marketplace on a port of its own, drawn when they are first named. */
async function startPhotoOrigin(): Promise<PhotoOrigin> {
  const photos = new Map<string, Buffer>([['/broken.jpg', Buffer.from('<html>not a photo</html>')]]);
  const asked: string[] = [];
  const { origin, close } = await listen((request, response) => {
    asked.push(request.url ?? '');
    const photo = photos.get(request.url ?? '');
    response.writeHead(photo ? 200 : 404, { 'content-type': 'image/jpeg' }).end(photo);
  });
  return {
    origin,
    async photoOf(plate) {
      const path = `/${plate ?? 'side'}.jpg`;
      const spaced = plate && `${plate.slice(0, 2)} ${plate.slice(2, 4)} ${plate.slice(4)}`;
      const drawn = spaced && { text: spaced, x: 150, y: 190, widthPx: 200 };
      if (!photos.has(path)) photos.set(path, await drawPhoto(drawn || null, { width: 500, height: 300 }));
      return `${origin}${path}`;
    },
    notAPhoto: `${origin}/broken.jpg`,
    missing: `${origin}/gone.jpg`,
    asked,
    close,
  };
}

const batchSize = 50;
const mostAttempts = 20;
const kinds: ReadonlySet<string> = new Set(publishedKinds);
const ends: ReadonlySet<string> = new Set(publishedEnds);
type Image = { kind?: { S?: string } } | undefined;

/**
 * What the template's mappings do between the table and the notifier: the stream, filtered, to the publisher; the bus's
 * rule to the notifier's queue. Answers whether anything was passed on.
 */
async function createStreamBridge(
  { engine, streamArn }: TestTable,
  { events, queues }: { events: BusEvent[]; queues: QueueStore },
  beforeEach: () => void,
): Promise<() => Promise<boolean>> {
  const { publishWorker: publish } = await import('#functions/live/workers.ts');
  const [shardId] = await shardsOf(engine, streamArn);
  const shard = openShard(engine, streamArn, shardId!, undefined);
  let passedEvents = 0;

  function passEvents(): boolean {
    const told = events.slice(passedEvents);
    passedEvents = events.length;
    const wanted = told.filter(
      (event) =>
        event.source === eventSource && (toldEvents as readonly string[]).includes(event['detail-type']),
    );
    for (const event of wanted) queues.send('notify', { body: JSON.stringify(event) });
    return wanted.length > 0;
  }

  return async () => {
    let isPassed = false;
    for (;;) {
      const records = await shard.read(1000);
      if (records.length === 0) break;
      const kindOf = (image: unknown) => (image as Image)?.kind?.S ?? '';
      const fitting = records.filter(({ eventName, dynamodb }) =>
        eventName === 'REMOVE' ? ends.has(kindOf(dynamodb.OldImage)) : kinds.has(kindOf(dynamodb.NewImage)),
      );
      let from = 0;
      for (let attempt = 0; from < fitting.length; attempt++) {
        if (attempt > mostAttempts) throw new Error('A change was never published.');
        const Records = fitting.slice(from, from + batchSize);
        beforeEach();
        const answer = await publish({ Records } as unknown as DynamoDBStreamEvent).catch(() => null);
        const failed = answer?.batchItemFailures[0]?.itemIdentifier;
        const at = failed
          ? Records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === failed)
          : Records.length;
        // What follows a record that failed comes again with it.
        const taken = answer ? at : 0;
        from += taken;
        if (taken > 0) attempt = 0;
        isPassed = true;
      }
    }
    return passEvents() || isPassed;
  };
}

const stepMs = 10_000;
const sweepEveryMs = 60_000;
/** No import may take longer, whatever fails. */
const patienceMs = 2 * 3600_000;

export type PipelineWorld = Awaited<ReturnType<typeof startPipelineWorld>>;

function createQueues(): QueueStore {
  const store = new QueueStore(':memory:');
  store.create('dead', { VisibilityTimeout: '60' });
  for (const name of ['scrape', 'identify', 'rate', 'notify'] as const)
    store.create(name, {
      VisibilityTimeout: String(visibilitySeconds(workers[name].timeoutSeconds)),
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: arnOf('sqs', 'dead'),
        maxReceiveCount: maxReceives,
      }),
    });
  store.create('hourly', {
    VisibilityTimeout: String(hourlyHiddenSeconds),
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: arnOf('sqs', 'dead'),
      maxReceiveCount: maxReceives,
    }),
  });
  return store;
}

/** The same work on the same input, done once. */
function remember<A extends unknown[], R>(work: (...input: A) => R): (...input: A) => R {
  const done = new Map<string, R>();
  return (...input) => {
    const key = JSON.stringify(input);
    const result = done.has(key) ? done.get(key)! : work(...input);
    done.set(key, result);
    return result;
  };
}

const remembered = ['#functions/plates/plate-reader.ts', '#functions/cars/photo-variants.ts'] as const;

/** Photos are read and made smaller as in the product, but equal ones once: that work has tests of its own. */
function rememberPhotos(): void {
  type Reader = typeof import('#functions/plates/plate-reader.ts');
  type Variants = typeof import('#functions/cars/photo-variants.ts');
  vi.doMock(remembered[0], async (importOriginal) => {
    const { createPlateReader } = await importOriginal<Reader>();
    return { createPlateReader: (): PlateReader => ({ read: remember(createPlateReader().read) }) };
  });
  vi.doMock(remembered[1], async (importOriginal) => {
    const { makeVariants } = await importOriginal<Variants>();
    return { makeVariants: remember(makeVariants) };
  });
}

/** When everybody's account was made, but those of whom the id says so: `since-2026-11-20-ida`. */
const accountSince = (id: string) =>
  `${/^since-(\d{4}-\d\d-\d\d)-/.exec(id)?.[1] ?? '2026-01-15'}T12:00:00.000Z`;

/** Every id is an account whose address is made of it, and confirmed unless the id says otherwise: `unconfirmed-ida`. */
const accountsByName: WireService = {
  async handle({ body }) {
    const { Username } = JSON.parse(body.toString('utf8')) as { Username: string };
    const UserAttributes = [
      { Name: 'sub', Value: Username },
      { Name: 'email', Value: `${Username}@example.com` },
      { Name: 'email_verified', Value: String(!Username.startsWith('unconfirmed-')) },
    ];
    const headers = { 'content-type': 'application/x-amz-json-1.1' };
    const UserCreateDate = Date.parse(accountSince(Username)) / 1000;
    return { status: 200, headers, body: JSON.stringify({ Username, UserAttributes, UserCreateDate }) };
  },
  close: () => {},
};

/**
 * SQS at its worst: a poll that does not wait hears nothing, whatever the queue holds. One that waits a second looks at once,
 * since the world's time stands still.
 */
function withBlindShortPolls(service: WireService): WireService {
  return {
    async handle(request) {
      if (!request.headers['x-amz-target']?.endsWith('.ReceiveMessage')) return service.handle(request);
      const input = JSON.parse(request.body.toString('utf8')) as { WaitTimeSeconds?: number };
      const { WaitTimeSeconds = 0 } = input;
      const headers = { 'content-type': 'application/x-amz-json-1.0' };
      if (WaitTimeSeconds === 0) return { status: 200, headers, body: '{}' };
      if (WaitTimeSeconds > 1) return service.handle(request);
      const body = Buffer.from(JSON.stringify({ ...input, WaitTimeSeconds: 0 }));
      return service.handle({ ...request, body });
    },
    close: () => service.close(),
  };
}

async function startServices(folder: string) {
  const queues = createQueues();
  const objects = new ObjectStore(join(folder, 'objects'));
  for (const bucket of ['photos', 'data']) objects.createBucket(bucket);
  const events: BusEvent[] = [];
  const mails: Mail[] = [];
  const connections: Connections = new Map();
  const services: Record<string, WireService> = {
    SQS: withBlindShortPolls(createQueueService(queues)),
    S3: createObjectService(objects),
    EVENTBRIDGE: createEventService((_bus, event) => events.push(event)),
    APIGATEWAYMANAGEMENTAPI: createConnectionService(connections),
    SESV2: createMailService(
      (mail) => mails.push(mail),
      () => new Date(),
    ),
    COGNITO_IDENTITY_PROVIDER: accountsByName,
    SECRETS_MANAGER: createSecretService(
      createSecretValues(folder, [{ logicalId: 'PushKey', name: 'push', generatedLength: 40 }]),
    ),
  };
  const listeners = await Promise.all(
    Object.entries(services).map(async ([name, service]) => {
      const listener = await serveAlone(service);
      process.env[`AWS_ENDPOINT_URL_${name}`] = listener.origin;
      return listener;
    }),
  );
  const queueUrl = (name: string) => `${process.env.AWS_ENDPOINT_URL_SQS}/${accountId}/${name}`;
  Object.assign(process.env, {
    SCRAPE_QUEUE_URL: queueUrl('scrape'),
    HOURLY_QUEUE_URL: queueUrl('hourly'),
    IDENTIFY_QUEUE_URL: queueUrl('identify'),
    RATE_QUEUE_URL: queueUrl('rate'),
    NOTIFY_QUEUE_URL: queueUrl('notify'),
    DEAD_LETTER_QUEUE_URL: queueUrl('dead'),
    PHOTO_BUCKET: 'photos',
    DATA_BUCKET: 'data',
    CATALOG_BUCKET: 'data',
    UNREAD_PAGES_BUCKET: 'data',
    EVENT_BUS_NAME: 'bus',
    PUSH_SECRET_ARN: 'push',
    USER_POOL_ID: 'pool',
    MAIL_FROM: 'news@bilfund.invalid',
    MAIL_CONFIGURATION_SET: 'mails',
    PUBLIC_ORIGIN: 'https://bilfund.example',
    LIVE_ENDPOINT: `${process.env.AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI}/live`,
  });
  return { queues, objects, events, mails, connections, listeners };
}

async function loadConsumers() {
  const imports = await import('#functions/imports/workers.ts');
  const alerts = await import('#functions/alerts/workers.ts');
  return [
    { queue: 'scrape', batchSize: 1, handler: imports.scrapeWorker },
    { queue: 'identify', batchSize: 1, handler: imports.identifyWorker },
    { queue: 'rate', batchSize: 5, handler: imports.rateWorker },
    { queue: 'notify', batchSize: 1, handler: alerts.notifyWorker },
  ];
}

/**
 * The pipeline in one process: the table's engine, queues, objects, bus and sockets behind the SDK, the real handlers
 * between them, and a marketplace, a register and photos that the test brings. Time stands still until it is moved; it
 * moves for the domain, the queues and the leases together. With `hasAlerts` the table's stream is published too, and what
 * the bus carries reaches the notifier.
 */
export async function startPipelineWorld(
  now = '2026-11-21T08:00:00.000Z',
  { hasAlerts = false, ...table }: TestTableOptions & { hasAlerts?: boolean } = {},
) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  const folder = temporaryFolder();
  const [tableEngine, identity, photos, services] = await Promise.all([
    startTestTable({ plainCalls: true, ...table }),
    startIdentity(),
    startPhotoOrigin(),
    startServices(folder.path),
  ]);
  process.env.MARKETPLACE_ORIGIN = photos.origin;
  const log = keepLog();
  rememberPhotos();
  const faults = installCallFaults();
  const marketplace = createFakeMarketplace(photos.origin);
  const register = createFakeRegister();
  const { replaceServices } = await import('#functions/platform/services.ts');
  replaceServices({ openPageSource: marketplace.source, register: async () => register });
  const pump = createPump(services.queues, await loadConsumers(), faults.revive);
  const { failDeadLettersWorker: failDeadLetters, sweepWorker: sweep } = await import(
    '#functions/imports/workers.ts'
  );
  const { deliverWaitingWorker: deliverWaiting } = await import('#functions/alerts/workers.ts');

  const publishChanges = hasAlerts
    ? await createStreamBridge(tableEngine, services, faults.revive)
    : async () => false;
  /** Delivers what is visible, then publishes what that changed. False when there was nothing of either. */
  async function deliver(delivery: Delivery = {}): Promise<boolean> {
    const isDelivered = await pump.deliver(delivery);
    const isGivenUp = services.queues.counts('dead').visible > 0;
    if (isGivenUp) {
      faults.revive();
      await failDeadLetters();
    }
    return (await publishChanges()) || isDelivered || isGivenUp;
  }

  /** What is on its way arrives, alerts that are due with it. */
  async function settle(): Promise<void> {
    while (await deliver());
    await deliverWaiting();
    while (await deliver());
  }

  const isQuiet = (): boolean => {
    const isEmpty = (name: string) => {
      const { visible, inFlight, delayed } = services.queues.counts(name);
      return visible + inFlight + delayed === 0;
    };
    return pump.isEmpty() && isEmpty('dead') && isEmpty('hourly');
  };
  const advance = (ms: number) => vi.setSystemTime(Date.now() + ms);
  async function runSweep(): Promise<void> {
    faults.revive();
    await sweep();
  }
  const isOver = async () => (await faults.aside(openJobs)).length === 0;
  /**
   * Delivers, redelivers and sweeps until nothing is left to do. Returns the minutes after which the imports were over: the
   * message of a worker that was killed stays hidden beyond that, and comes to nothing.
   */
  async function run(delivery: Delivery = {}): Promise<number> {
    const startedMs = Date.now();
    let endedMs: number | undefined;
    for (let passedMs = 0; passedMs <= patienceMs; passedMs += stepMs) {
      while (await deliver(delivery));
      if (endedMs === undefined && (await isOver())) endedMs = Date.now();
      if (endedMs !== undefined && isQuiet()) return (endedMs - startedMs) / 60_000;
      advance(stepMs);
      if (passedMs % sweepEveryMs === 0) await runSweep();
    }
    throw new Error('An import has not ended after two hours.');
  }

  return {
    ...services,
    photos,
    marketplace,
    register,
    faults,
    log: log.lines,
    forbidInLog: log.forbid,
    deliver,
    settle,
    advance,
    sweep: runSweep,
    /** Nothing waits in a queue. */
    isQuiet,
    run,
    async close() {
      faults.uninstall();
      for (const module of remembered) vi.doUnmock(module);
      await Promise.all([tableEngine, identity, photos, ...services.listeners].map((each) => each.close()));
      folder.remove();
      vi.useRealTimers();
      log.restore();
    },
  };
}

/** The world of a file's tests, which closes after the last of them. */
export async function worldOfFile(...how: Parameters<typeof startPipelineWorld>): Promise<PipelineWorld> {
  const world = await startPipelineWorld(...how);
  afterAll(() => world.close());
  return world;
}

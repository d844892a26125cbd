import { describe, expect, it } from 'vitest';
import {
  identifyMessage,
  laneMessage,
  mailEventTypes,
  rateMessage,
  readDomainEvent,
  scrapeMessage,
  toldEvents,
} from '#core/contract/messages.ts';
import { needEnvironment } from '#core/contract/needs.ts';
import { jsonSchema, openApiDocument } from '#core/contract/openapi.ts';
import { type RouteRow, tableUse } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { type WorkerRow, workers } from '#core/contract/workers.ts';
import { describeRoute, describeSchema, describeWorker, type Operation } from './describe-contract.ts';

const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  paths: Record<string, Record<string, Operation>>;
} & Record<string, unknown>;

/** The files beside this one are what others rely on: `vitest -u` writes them anew when a change is meant. */
describe('the contract', () => {
  it('is what callers and grants were promised', async () => {
    const routes = Object.entries<RouteRow>(contract).map(([key, row]) => {
      const [method = '', path = ''] = key.split(' ');
      return describeRoute(key, row, document.paths[path]![method.toLowerCase()]!);
    });
    await expect(`${routes.join('\n\n')}\n`).toMatchFileSnapshot('contract.txt');
  });

  it('says of itself what every caller must know', async () => {
    const { paths, ...frame } = document;
    await expect(`${JSON.stringify(frame, null, 2)}\n`).toMatchFileSnapshot('contract-frame.txt');
  });

  it('gives functions that search the catalog the memory to hold it, and the time to open it', () => {
    const searching = Object.values<RouteRow>(contract).filter(({ needs }) =>
      needs?.includes('car-index:read'),
    );
    expect(searching.map(({ name }) => name)).toEqual(['list-cars', 'count-cars', 'list-similar-cars']);
    for (const { memoryMb, timeoutSeconds } of searching)
      expect({ memoryMb, timeoutSeconds }).toEqual({ memoryMb: 2048, timeoutSeconds: 25 });
  });

  it('starts its workers as it did, and lets them do what they need', async () => {
    const told = Object.entries<WorkerRow>(workers).map(([name, row]) => describeWorker(name, row));
    await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot('workers.txt');
  });

  it('hands each need its settings', () => {
    const described = Object.entries(needEnvironment).map(([need, names]) => `${need}: ${names.join(' ')}`);
    expect(described).toEqual([
      'table:read: TABLE_NAME',
      'table:write: TABLE_NAME',
      'scrape-queue:send: SCRAPE_QUEUE_URL',
      'hourly-queue:send: HOURLY_QUEUE_URL',
      'hourly-queue:take: HOURLY_QUEUE_URL',
      'visits-queue:send: VISITS_QUEUE_URL HOURLY_VISITS_QUEUE_URL',
      'identify-queue:send: IDENTIFY_QUEUE_URL',
      'rate-queue:send: RATE_QUEUE_URL',
      'dead-letters:take: DEAD_LETTER_QUEUE_URL',
      'photos:read: PHOTO_BUCKET',
      'photos:write: PHOTO_BUCKET',
      'own-photos:erase: PHOTO_BUCKET',
      'app-page:read: APP_BUCKET',
      'data:read: DATA_BUCKET',
      'data:write: DATA_BUCKET',
      'unread-pages:keep: UNREAD_PAGES_BUCKET',
      'users:client: USER_POOL_CLIENT_ID USER_POOL_ID',
      'catalog:read: CATALOG_BUCKET',
      'catalog:write: CATALOG_BUCKET',
      'car-index:read: CAR_INDEX_ENDPOINT',
      'car-index:write: CAR_INDEX_ENDPOINT',
      'users:read: USER_POOL_ID',
      'users:admin: USER_POOL_ID',
      'bus:put: EVENT_BUS_NAME',
      'live:send: LIVE_ENDPOINT',
      'live:close: LIVE_ENDPOINT',
      'register-secret:read: REGISTER_SECRET_ARN',
      'push-secret:read: PUSH_SECRET_ARN',
      'mail:send: MAIL_FROM MAIL_CONFIGURATION_SET',
      'stripe-secret:read: STRIPE_SECRET_ARN',
      'stripe-webhook-secret:read: STRIPE_WEBHOOK_SECRET_ARN',
    ]);
  });

  it('knows who reads the table and who writes it', () => {
    expect(tableUse({ needs: ['table:read'] })).toBe('read');
    expect(tableUse({ needs: ['table:read', 'table:write'] })).toBe('write');
    expect(tableUse({ needs: ['data:read'] })).toBe('none');
  });
});

describe('messages between functions', () => {
  it.each([
    ['scrape', scrapeMessage],
    ['identify', identifyMessage],
    ['rate', rateMessage],
  ])('of the kind %s name ids only', (type, schema) => {
    const ids = type === 'scrape' ? 'jobId: string' : 'jobId: string, carId: string';
    expect(describeSchema(jsonSchema(schema, 'output'))).toBe(
      `{ type: "${type}", ${ids}, requestId: string } additionalProperties=false`,
    );
  });

  it('of a lane name its ticket, and no job or car', () => {
    expect(laneMessage.safeParse({ type: 'lane', lane: 0, ticket: 't', requestId: 'r' }).success).toBe(true);
    for (const lane of [-1, 0.5, 1000])
      expect(laneMessage.safeParse({ type: 'lane', lane, ticket: 't', requestId: 'r' }).success).toBe(false);
  });

  it.each([scrapeMessage, identifyMessage, rateMessage])(
    'are refused when an id is half a character, which no store takes',
    (schema) => {
      const whole = { type: schema.shape.type.def.values[0], jobId: 'j', carId: 'c', requestId: 'r' };
      expect(schema.safeParse(whole).success).toBe(true);
      expect(schema.safeParse({ ...whole, jobId: '\udb6f' }).success).toBe(false);
    },
  );

  const events = {
    'import.finished': { jobId: 'j', ownerId: 'o', status: 'completed', carsAdded: 1 },
    'cars.discovered': { ownerId: 'o', searchId: 's', jobId: 'j', carIds: ['1'] },
    'deal.found': { carId: '1' },
    'price.dropped': { carId: '1', fromDkk: 2, toDkk: 1 },
    'car.gone': { carId: '1', isSold: true },
    'search.paused': { ownerId: 'o', searchId: 's', failure: 'login_wall', at: 'now' },
    'search.expired': { ownerId: 'o', searchId: 's', endTime: 'now' },
    'plan.changed': {
      ...{
        ownerId: 'o',
        from: 'free',
        to: 'lifetime',
        status: 'active',
        cancelAtPeriodEnd: false,
        version: 1,
      },
      news: [{ id: 'cs_1', product: 'lifetime', turn: 'bought', isKept: true, until: null }],
    },
  };

  it.each(Object.entries(events))(
    'on the bus of the type %s arrive whole, and broken ones are refused',
    (type, detail) => {
      expect(readDomainEvent({ 'detail-type': type, detail })).toEqual({ type, ...detail });
      for (const name of Object.keys(detail))
        expect(() =>
          readDomainEvent({ 'detail-type': type, detail: { ...detail, [name]: Symbol() } }),
        ).toThrow();
    },
  );

  it('of types that this version does not know are left alone', () => {
    expect(readDomainEvent({ 'detail-type': 'constructor', detail: {} })).toBeNull();
    expect(readDomainEvent({ 'detail-type': 'car.painted', detail: {} })).toBeNull();
  });

  it('tell people of everything but the end of an import, which its owner watches', () => {
    expect([...toldEvents, 'import.finished'].toSorted()).toEqual(Object.keys(events).toSorted());
    expect(mailEventTypes).toEqual(['Email Bounced', 'Email Complaint Received']);
  });
});

import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { callRoute, type RouteAnswer, type RouteCall } from '#tests/support/call-route.ts';
import { makeCar } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import {
  type ContractRoute,
  contractRoutes,
  fieldsOf,
  loadHandler,
  sampleBody,
  seekNothingInTheCloud,
} from '#tests/support/route-samples.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

// Every route that knows its caller × {path, query, body, header} × values that are not the caller's.
const victim = 'b7e1a3c4-victim';
const attacker = 'a0c2d4e6-attacker';
/** Stands in everything that the victim stored. */
const secret = 'hemmelig7';
const routes = contractRoutes.filter(({ row }) => row.auth !== 'public');

const handlers = new Map<string, unknown>();
/** What the victim made, and what the attacker made, by the path it was posted to. */
const victimIds = new Map<string, string>();
const ownIds = new Map<string, string>();

const call = (route: ContractRoute, request: RouteCall) => callRoute(handlers.get(route.key), request);

async function postEverywhere(as: string, tag: string, ids: Map<string, string>): Promise<void> {
  for (const route of routes.filter(({ method, params }) => method === 'POST' && params.length === 0)) {
    const { body } = await call(route, { as, body: sampleBody(route.row, tag) });
    if (typeof body?.id === 'string') ids.set(route.path, body.id);
    if (typeof body?.jobId === 'string') ids.set(`${route.path}#job`, body.jobId);
  }
}

await worldOfFile('2026-11-21T08:00:00.000Z');
beforeAll(async () => {
  seekNothingInTheCloud();
  for (const route of routes) handlers.set(route.key, await loadHandler(route));
  await storeCar(makeCar({ id: '1' }));
  await storeCar(makeCar({ id: 'p-9', ownerId: victim, title: `${secret} Volvo`, description: secret }));
  for (const as of [victim, attacker])
    await storePlan(as, { type: 'premium_monthly', currentPeriodEnd: '2026-12-21T08:00:00.000Z' });
  const { addDiscovery } = await import('#functions/cars/store.ts');
  await addDiscovery(victim, { carId: 'p-9', jobId: 'job', discoveredAt: '2026-11-21T07:00:00.000Z' });
  await postEverywhere(victim, secret, victimIds);
  await postEverywhere(attacker, 'own', ownIds);
  victimIds.set('car', 'p-9');
});

/** Everything the table holds. */
async function readTable(): Promise<Map<string, string>> {
  const { documentClient } = await import('#functions/platform/table.ts');
  const { Items = [], LastEvaluatedKey } = await documentClient.send(
    new ScanCommand({ TableName: process.env.TABLE_NAME }),
  );
  expect(LastEvaluatedKey).toBeUndefined();
  const text = (item: object) =>
    JSON.stringify(item, (_, value: unknown) => {
      if (value instanceof Set) return [...value].sort();
      const isPlain = value !== null && typeof value === 'object' && !Array.isArray(value);
      return isPlain ? Object.fromEntries(Object.entries(value).sort()) : value;
    });
  return new Map(Items.map((item) => [`${item.pk} ${item.sk}`, text(item)]));
}

/** Keys of what is new, changed or gone. */
function changedKeys(before: Map<string, string>, after: Map<string, string>): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key));
}

const long = 'x'.repeat(10_240);
const lookAlikes = [
  victim.toUpperCase(),
  ` ${victim}`,
  `${victim} `,
  `${victim}\u200b`,
  victim.replace('a', 'а'),
  encodeURIComponent(`${victim}#PLAN`),
];
const texts: readonly string[] = [
  victim,
  '',
  '[]',
  '{}',
  long,
  '../',
  `../../${victim}`,
  '\u0000',
  `${attacker},${victim}`,
  ...lookAlikes,
];
const values: readonly unknown[] = [...texts, [victim], { id: victim }, { $ne: '' }, null, 0, true];

type Case = RouteCall & { what: string; sent: string; isClaim: boolean; isPath: boolean };

/** The caller's own request, as the row wants it. */
function ownRequest({ row, path, params }: ContractRoute): RouteCall {
  const collection = path.replace(/\/\{.*$/, '');
  const sampleParam = (name: string) =>
    name === 'carId' || /stars|discoveries|cars$/.test(collection)
      ? '1'
      : (ownIds.get(collection) ?? attacker);
  return {
    as: attacker,
    params: Object.fromEntries(params.map((name) => [name, sampleParam(name)])),
    query: {},
    body: sampleBody(row, 'own'),
  };
}

function casesOf(route: ContractRoute): Case[] {
  const own = ownRequest(route);
  const { row } = route;
  const show = (value: unknown) => JSON.stringify(value).slice(0, 60);
  const make = (where: string, value: unknown, request: RouteCall): Case => ({
    ...own,
    ...request,
    what: `${where} ${show(value)}`,
    sent: String(typeof value === 'string' ? value : JSON.stringify(value)),
    isClaim: /^(query userId|body userId|header x-user-id)$/.test(where),
    isPath: where.startsWith('path'),
  });
  const body = typeof own.body === 'object' && !(own.body instanceof Uint8Array) ? own.body : undefined;
  const inBody = body && [...new Set([...fieldsOf(row.body), 'userId'])];
  return [
    ...route.params.flatMap((name) =>
      [...texts, ...victimIds.values()].map((value) =>
        make(`path ${name}`, value, { params: { ...own.params, [name]: value } }),
      ),
    ),
    ...[...new Set([...fieldsOf(row.query), 'userId'])].flatMap((name) =>
      [...texts, ...victimIds.values()].map((value) =>
        make(`query ${name}`, value, { query: { [name]: value } }),
      ),
    ),
    ...(inBody ?? []).flatMap((name) =>
      values.map((value) => make(`body ${name}`, value, { body: { ...body, [name]: value } })),
    ),
    // A route that takes no body is sent one all the same: an id in it claims as much.
    ...(row.body === undefined ? [make('body userId', victim, { body: { userId: victim } })] : []),
    ...(inBody ? values.map((value) => make('body', value, { body: value })) : []),
    ...['x-user-id', 'x-user-email', 'idempotency-key'].flatMap((name) =>
      texts.map((value) => make(`header ${name}`, value, { headers: { [name]: value } })),
    ),
  ];
}

/** What a call sends: writes of the table, and whatever leaves for queues and buckets. */
function watchSends() {
  const table = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  const queues = vi.spyOn(SQSClient.prototype, 'send');
  const objects = vi.spyOn(S3Client.prototype, 'send');
  const isWrite = (command: object) => !/^(Get|List|Head)/.test(command.constructor.name);
  // Almost every call counts itself in a bucket of its caller's, which is looked at nowhere below.
  const counts = ({ Key }: { Key?: Record<string, unknown> }) => {
    const bucket = String(Key?.pk);
    return bucket.startsWith('BUCKET#') && !bucket.includes(victim);
  };
  const mayChange = (command: { input: object }) =>
    !/^(Get|BatchGet|Query)/.test(command.constructor.name) && !counts(command.input);
  return {
    touchesTable: () => table.mock.calls.some(([one]) => mayChange(one)),
    count: () => [...queues.mock.calls, ...objects.mock.calls].filter(([one]) => isWrite(one)).length,
    restore: () => {
      table.mockRestore();
      queues.mockRestore();
      objects.mockRestore();
    },
  };
}

const leaks = (answer: RouteAnswer, sent: string): boolean => {
  const text = JSON.stringify(answer.body);
  const told = [secret, ...victimIds.values()].filter((word) => !sent.includes(word));
  return told.some((word) => text.includes(word));
};

function faultOf(
  each: Case,
  answer: RouteAnswer,
  changed: string[],
  sends: number,
  base: number,
): string | null {
  const { status } = answer;
  // A refused attempt is counted: that is no write for anybody.
  const written = changed.filter((key) => !key.startsWith('BUCKET#'));
  if (leaks(answer, each.sent)) return 'tells of somebody else';
  if (changed.some((key) => key.includes(victim) || key.startsWith('CAR#'))) return `changed ${changed}`;
  if (status >= 500 && base < 500) return `answered ${status}`;
  if (status >= 400 && status < 500 && (written.length > 0 || sends > 0))
    return `refused, and wrote ${written} ${sends}`;
  if (
    each.isClaim &&
    each.sent !== '' &&
    each.sent !== 'null' &&
    ![400, 403, 413].includes(status) &&
    base < 500
  )
    return `took a foreign id: ${status}`;
  if (each.isPath && ![400, 403, 404].includes(status) && (written.length > 0 || sends > 0))
    return `took a foreign path: ${status}`;
  return null;
}

describe('what is not the caller’s own', () => {
  it('the victim has stored data, so that the test can fail', async () => {
    expect(victimIds.size).toBeGreaterThan(4);
    const stored = [...(await readTable())].filter(([key]) => key.startsWith(`USER#${victim}`));
    expect(stored.filter(([, item]) => item.includes(secret)).length).toBeGreaterThan(3);
  });

  it.each(routes.map((route) => [route.key, route] as const))(
    '%s gives an attacker nothing of the victim',
    async (_, route) => {
      const base = await call(route, ownRequest(route));
      expect(base.body?.code, `${route.key} refuses the sample of tests/support/route-samples.ts`).not.toBe(
        'invalid_input',
      );
      const faults: string[] = [];
      let known = await readTable();
      const cases = casesOf(route);
      for (const each of cases) {
        const sends = watchSends();
        const answer = await call(route, each);
        const count = sends.count();
        const touchesTable = sends.touchesTable();
        sends.restore();
        const after = touchesTable ? await readTable() : known;
        const fault = faultOf(each, answer, changedKeys(known, after), count, base.status);
        if (fault) faults.push(`${each.what}: ${fault}`);
        known = after;
      }
      expect(cases.length).toBeGreaterThan(40);
      expect(faults.slice(0, 5)).toEqual([]);
    },
  );
});

describe('the victim', () => {
  it("the victim's data are unchanged afterwards", async () => {
    const stored = [...(await readTable())].filter(([key]) => key.startsWith(`USER#${victim}`));
    for (const id of victimIds.values()) if (id !== 'p-9') expect(JSON.stringify(stored)).toContain(id);
  });
});

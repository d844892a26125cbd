import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { objectsInMemory } from '#tests/support/cloud-in-memory.ts';
import { sampleOperator } from '#tests/support/sample-operator.ts';
import { standInFor } from '#tests/support/stand-in-for.ts';

Object.assign(process.env, {
  AWS_REGION: 'eu-north-1',
  TABLE_NAME: 'table',
  STAGE: 'test',
  LOG_LEVEL: 'error',
});
const { getHealthRoute: health } = await import('#functions/service/api.ts');
const { getAboutRoute: about } = await import('#functions/service/api.ts');
const { getRatingFiguresRoute: figures } = await import('#functions/service/api.ts');
const { getOpenapiRoute: openapi } = await import('#functions/service/api.ts');

const table = standInFor(DynamoDBDocumentClient);

type Handler = (event: never, context: never) => Promise<APIGatewayProxyStructuredResultV2>;
async function call(handler: unknown) {
  const event = {
    headers: {},
    requestContext: { requestId: 'request-1', http: { sourceIp: '203.0.113.1' } },
  };
  const result = await (handler as Handler)(event as never, {} as never);
  return { status: result.statusCode, headers: result.headers, body: JSON.parse(String(result.body)) };
}

beforeEach(() => table.reset());
afterEach(() => vi.unstubAllEnvs());

describe('health of the service', () => {
  it('answers ok when the table answers', async () => {
    table.on(GetCommand).resolves({});
    const answer = await call(health);
    expect(answer.body).toEqual({ status: 'ok', stage: 'test', time: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(answer.headers?.['cache-control']).toBe('no-store');
  });

  it('answers 503 without details when the table does not answer', async () => {
    const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    table.on(GetCommand).rejects(new Error('arn:aws:dynamodb:eu-north-1:1:table/table'));
    const answer = await call(health);
    lines.mockRestore();
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(JSON.stringify(answer.body)).not.toContain('arn');
  });
});

describe('facts of the installation', () => {
  const links = [
    { url: 'https://demo.example/search?q=golf', title: 'Golf', kind: 'search', expectedCars: 24 },
  ];

  it('names no demo where none is configured', async () => {
    expect((await call(about)).body).toEqual({
      importsEnabled: true,
      platesEnabled: false,
      sources: ['facebook'],
      operator: null,
      demo: null,
    });
  });

  it('names the address of the demo marketplace and what to try there', async () => {
    vi.stubEnv('MARKETPLACE_ORIGIN', 'https://demo.example');
    vi.stubEnv('DEMO_LINKS', JSON.stringify(links));
    expect((await call(about)).body.demo).toEqual({ origin: 'https://demo.example', links });
  });

  it('names the operator where one is configured', async () => {
    vi.stubEnv('OPERATOR', JSON.stringify(sampleOperator));
    expect((await call(about)).body.operator).toEqual(sampleOperator);
  });

  it('says that imports are switched off', async () => {
    vi.stubEnv('IMPORTS_ENABLED', 'false');
    expect((await call(about)).body.importsEnabled).toBe(false);
  });
});

describe('OpenAPI description', () => {
  it('serves the OpenAPI description, cacheable for a minute', async () => {
    const answer = await call(openapi);
    expect(answer).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
    expect(answer.headers?.['cache-control']).toBe('public, max-age=60');
  });
});

describe('accuracy figures of the valuation', () => {
  const published = {
    ...{ pool: 400, least_pool: 60, is_lent: false, fitted_on: '2026-11-20' },
    all: { cars: 390, error: 0.06, coverage: 0.8 },
    rows: [{ group: 'make', name: 'Volvo', cars: 40, error: 0.05, coverage: 0.82 }],
    model_days: [],
    price_cuts: [],
  };
  let objects: Awaited<ReturnType<typeof objectsInMemory>>;
  beforeAll(async () => {
    process.env.DATA_BUCKET = 'data';
    objects = await objectsInMemory();
  });
  afterAll(() => objects.close());

  it('answers the figures of a site without cars before the first hourly run', async () => {
    const { status, body } = await call(figures);
    expect({ status, ...body }).toMatchObject({ status: 200, pool: 0, least_pool: 60, all: null, rows: [] });
  });

  it('answers the figures that the last hourly run published to everybody', async () => {
    objects.bucket('data').set('valuation/figures.json', Buffer.from(JSON.stringify(published)));
    const { body, headers } = await call(figures);
    expect(body).toEqual(published);
    expect(headers?.['cache-control']).toContain('public');
  });
});

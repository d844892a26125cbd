import { gzipSync } from 'node:zlib';
import { DeleteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { inflatePage } from '#functions/imports/begin-import.ts';
import { callRoute, type RouteCall } from '#tests/support/call-route.ts';
import { searchAddress } from '#tests/support/fake-marketplace.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storePlan } from '#tests/support/stored-car.ts';

const world = await worldOfFile('2026-11-21T08:00:00.000Z');
const person = await loadPeople();
const routes = {
  ...(await import('#functions/imports/api.ts')),
  ...(await import('#functions/payments/api.ts')),
};

const link = (query: string) => `https://www.facebook.com/marketplace/odense/search?query=${query}`;
const waiting = () => world.queues.counts('scrape').visible;

/** A link of the staged marketplace with two cars behind it. */
function stagedLink(query: string): string {
  const { origin } = world.photos;
  const href = searchAddress(origin, query);
  const batch = [1, 2].map((n) => {
    const id = `${query.replace(/\D/g, '')}0${n}`;
    return makeListing({ id, itemUrl: `${origin}/marketplace/item/${id}/` });
  });
  world.marketplace.searches.set(href, { batches: [batch] });
  return href;
}

describe('starting an import', () => {
  it('answers an import at once with 202, the history entry and the job', async () => {
    const answer = await person('anna').start(link('at-once'));
    expect(answer).toMatchObject({
      status: 202,
      body: { status: 'queued', carsAdded: 0 },
    });
    expect(await person('anna').history()).toMatchObject([{ id: answer.body.id, status: 'started' }]);
    expect(await person('anna').status()).toMatchObject({ jobId: answer.body.jobId, percent: 10 });
  });

  it.each([
    ['', 'link_blank'],
    ['   ', 'link_blank'],
    ['octavia', 'link_invalid'],
    ['https://evil.example/marketplace/odense/search?query=x', 'link_foreign_host'],
    ['https://www.facebook.com.evil.example/marketplace/odense/search', 'link_foreign_host'],
    ['https://www.facebook.com/marketplace/odense', 'link_no_search'],
    ['https://www.facebook.com/groups/1', 'link_group'],
    ['http://169.254.169.254/latest/meta-data', 'link_foreign_host'],
  ])('refuses to import the link %j: %s', async (url, code) => {
    const before = waiting();
    expect(await person('bad').start(url)).toMatchObject({
      status: 400,
      body: { code, error: expect.stringMatching(/^[A-Z].*\.$/) },
    });
    expect(waiting()).toBe(before);
    expect(await person('bad').history()).toEqual([]);
    expect((await person('bad').usage()).scrapes_used).toBe(0);
  });

  it.each<[string, RouteCall]>([
    ['no body', {}],
    ['no link', { body: {} }],
    ['a link that is a number', { body: { url: 7 } }],
    ['a link that is a list', { body: { url: [link('x')] } }],
    ['a link without end', { body: { url: link('x'.repeat(5000)) } }],
    ['null', { body: null }],
  ])('refuses an import with %s', async (_, call) => {
    expect(await callRoute(routes.startImportRoute, { as: 'bad', ...call })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', error: expect.stringContaining('Missing required parameters') },
    });
  });

  // docs/spec.md, sections 4 and 5.
  it('refuses an import beyond the limit with a sentence that says what to do', async () => {
    const bent = person('bent');
    for (let i = 0; i < 20; i++) expect((await bent.start(link(`limit-${i}`))).status).toBe(202);
    expect(await bent.start(link('limit-20'))).toMatchObject({
      status: 403,
      body: {
        code: 'limit_reached',
        error: "You have used this month's imports. With Premium you import without limit.",
        details: { reason: 'limit_reached' },
      },
    });
    expect(await bent.usage()).toMatchObject({ scrapes_used: 20, scrapes_limit: 20 });
    expect(await bent.history()).toHaveLength(20);
  });

  it('gives the last import to exactly one of forty simultaneous requests, and tells the others of the limit', async () => {
    const dora = person('dora');
    for (let i = 0; i < 19; i++) await dora.start(link(`last-${i}`));
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => dora.start(link(`race-${i}`))));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    const refused = answers.filter(
      ({ status, body }) => status === 403 && 'code' in body && body.code === 'limit_reached',
    );
    expect(refused).toHaveLength(39);
    expect((await dora.usage()).scrapes_used).toBe(20);
  });

  it('makes one import of a click that is repeated with its Idempotency-Key', async () => {
    const emil = person('emil');
    const headers = { 'idempotency-key': 'click-00000001' };
    const [first, second] = [
      await emil.start(link('click'), headers),
      await emil.start(link('click'), headers),
    ];
    expect(second.body).toMatchObject({ id: first.body.id, jobId: first.body.jobId });
    expect(await emil.history()).toHaveLength(1);
    expect((await emil.usage()).scrapes_used).toBe(1);
  });

  it('does not take one person’s Idempotency-Key for another’s', async () => {
    const headers = { 'idempotency-key': 'click-00000002' };
    const first = await person('emil').start(link('mine'), headers);
    const other = await person('finn').start(link('yours'), headers);
    expect(other.body.jobId).not.toBe(first.body.jobId);
  });

  it('waits for the cars where the client prefers to wait', async () => {
    const answer = person('gerd').start(stagedLink('wait-31'), { prefer: 'wait=20' });
    while (!(await person('gerd').status())) await world.deliver();
    await world.run();
    expect((await answer).body).toMatchObject({ status: 'completed', carsAdded: 2 });
  });

  it('refuses an import while imports are switched off', async () => {
    process.env.IMPORTS_ENABLED = 'false';
    const answer = await person('hans').start(link('off'));
    delete process.env.IMPORTS_ENABLED;
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((await person('hans').usage()).scrapes_used).toBe(0);
  });

  // docs/spec.md, section 9.
  it('applies the import limit that the installation sets', async () => {
    process.env.NEW_ACCOUNT_SCRAPES = '3';
    for (let i = 0; i < 3; i++) await person('inge').start(link(`three-${i}`));
    expect((await person('inge').start(link('three-3'))).status).toBe(403);
    expect((await person('inge').usage()).scrapes_limit).toBe(3);
    delete process.env.NEW_ACCOUNT_SCRAPES;
  });
});

describe('the usage', () => {
  it('starts counting imports again with the month in Copenhagen', async () => {
    await person('jens').start(link('november'));
    expect(await person('jens').usage()).toEqual({
      scrapes_used: 1,
      scrapes_limit: 20,
      subscriptions_used: 0,
      subscriptions_limit: 1,
      period_end: '2026-11-30T23:00:00.000Z',
    });
    const back = Date.now();
    world.advance(Date.parse('2026-11-30T23:00:01.000Z') - back);
    expect(await person('jens').usage()).toMatchObject({ scrapes_used: 0 });
    world.advance(back - Date.now());
  });

  // docs/spec.md, section 5.
  it('never answers a usage below zero, whatever was refunded', async () => {
    const { putItem } = await import('#functions/platform/table.ts');
    const { userKeys } = await import('#functions/platform/keys.ts');
    await putItem({ ...userKeys.usage('mie', '2026-11'), kind: 'USAGE', scrapes_count: -1 });
    expect(await person('mie').usage()).toMatchObject({ scrapes_used: 0, scrapes_limit: 20 });
  });

  it('answers the usage with the plan and what it opens', async () => {
    await storePlan('kaja', {
      type: 'premium_quarterly',
      currentPeriodEnd: '2026-12-01T00:00:00.000Z',
      cancelAtPeriodEnd: true,
    });
    expect((await callRoute(routes.getSubscriptionRoute, { as: 'kaja' })).body).toEqual({
      plan_type: 'premium_quarterly',
      status: 'active',
      current_period_end: '2026-12-01T00:00:00.000Z',
      cancel_at_period_end: true,
      boost_until: null,
      price_unlocked: false,
    });
    expect((await callRoute(routes.checkPremiumRoute, { as: 'kaja' })).body).toEqual({
      hasPremium: true,
      reason: null,
      seesEstimates: true,
      estimatesReason: null,
    });
    expect((await callRoute(routes.getSubscriptionRoute, { as: 'nobody' })).body).toMatchObject({
      plan_type: 'free',
    });
    expect((await callRoute(routes.checkPremiumRoute, { as: 'nobody' })).body).toMatchObject({
      hasPremium: false,
    });
  });
});

describe('the status', () => {
  // docs/spec.md, section 4.
  it('answers no import status before the first import, and again after a finished one was cleared', async () => {
    const lars = person('lars');
    expect(await lars.status()).toBeNull();
    await lars.start(stagedLink('status-41'));
    expect(await callRoute(routes.clearScrapeStatusRoute, { as: 'lars' })).toMatchObject({
      status: 409,
      body: { code: 'import_running' },
    });
    await world.run();
    expect(await lars.status()).toMatchObject({ status: 'completed', percent: 100 });
    expect((await callRoute(routes.clearScrapeStatusRoute, { as: 'lars' })).status).toBe(200);
    expect(await lars.status()).toBeNull();
    expect((await callRoute(routes.clearScrapeStatusRoute, { as: 'lars' })).status).toBe(200);
  });

  it('keeps the status of an import that begins while the one before is cleared', async () => {
    const mads = person('mads');
    await mads.start(stagedLink('status-51'));
    await world.run();
    const send = DynamoDBDocumentClient.prototype.send;
    const sending = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
    sending.mockImplementation(async function (this: DynamoDBDocumentClient, command: DeleteCommand) {
      if (command instanceof DeleteCommand) {
        sending.mockRestore();
        await mads.start(stagedLink('status-52'));
      }
      return Reflect.apply(send, this, [command]);
    } as typeof send);
    expect((await callRoute(routes.clearScrapeStatusRoute, { as: 'mads' })).status).toBe(409);
    expect(await mads.status()).toMatchObject({ status: 'queued' });
    await world.run();
    expect(await mads.status()).toMatchObject({ status: 'completed' });
  });
});

describe('the import history', () => {
  const add = (body: unknown, as = 'mona') =>
    callRoute<{ id: string }>(routes.addHistoryEntryRoute, { as, body });
  const update = (id: string, body: unknown, as = 'mona') =>
    callRoute(routes.updateHistoryEntryRoute, { as, params: { id }, body });

  // docs/spec.md, section 4.
  it('lets a reader add, finish and count their own history entries', async () => {
    const { status, body } = await add({ searchUrl: link('own'), status: 'started', scrapeType: 'manual' });
    expect(status).toBe(201);
    expect((await update(body.id, { status: 'completed', carsAddedCount: 7 })).body).toMatchObject({
      id: body.id,
      status: 'completed',
      cars_added_count: 7,
      error_code: null,
    });
    const failed = await add({ searchUrl: link('own-2') });
    expect((await update(failed.body.id, { status: 'failed', errorMessage: 'It broke' })).body).toMatchObject(
      {
        error_message: 'It broke',
        error_code: 'other',
      },
    );
    expect(
      (await callRoute(routes.getHistoryStatsRoute, { as: 'mona', params: { id: 'mona' } })).body,
    ).toEqual({
      stats: { totalScrapes: 2, totalCarsAdded: 7, recentScrapes: 2 },
    });
  });

  it('does not change history entries that the pipeline wrote', async () => {
    const { body } = await person('nina').start(link('pipeline'));
    const answer = await update(body.id, { status: 'completed', carsAddedCount: 99 }, 'nina');
    expect(answer).toMatchObject({ status: 200, body: { status: 'started', cars_added_count: 0 } });
  });

  it.each<[string, unknown]>([
    ['no status', {}],
    ['an unknown status', { status: 'paid' }],
    ['a negative count', { status: 'completed', carsAddedCount: -1 }],
    ['a count that is text', { status: 'completed', carsAddedCount: '7' }],
    ['an endless message', { status: 'failed', errorMessage: 'x'.repeat(1001) }],
  ])('refuses a change of a history entry with %s', async (_, body) => {
    expect((await update('some-entry', body)).status).toBe(400);
  });

  it('finds no history entry of somebody else', async () => {
    const { body } = await add({ searchUrl: link('hers') });
    expect((await update(body.id, { status: 'failed' }, 'ole')).status).toBe(404);
  });

  it.each<[string, unknown]>([
    ['no link', {}],
    ['an unknown status', { searchUrl: link('x'), status: 'paid' }],
    ['an unknown kind', { searchUrl: link('x'), scrapeType: 'both' }],
    ['an endless link', { searchUrl: 'x'.repeat(5000) }],
  ])('refuses a new history entry with %s', async (_, body) => {
    expect(await add(body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it('refuses a request for the history in somebody else’s name', async () => {
    const theirs = { as: 'ole', params: { id: 'mona' } };
    expect(await callRoute(routes.listHistoryRoute, theirs)).toMatchObject({ status: 403 });
    expect(await callRoute(routes.getHistoryStatsRoute, theirs)).toMatchObject({ status: 403 });
    expect(await add({ searchUrl: link('x'), userId: 'mona' }, 'ole')).toMatchObject({ status: 403 });
  });

  it('answers the history newest first, page by page, and by type', async () => {
    for (let i = 0; i < 12; i++) {
      world.advance(1_000);
      await add({ searchUrl: link(`page-${i}`) }, 'per');
    }
    type Page = { history: { search_url: string }[]; totalCount: number };
    const page = (query: Record<string, string> = {}) =>
      callRoute<Page>(routes.listHistoryRoute, { as: 'per', params: { id: 'per' }, query });
    const first = (await page()).body;
    expect(first.totalCount).toBe(12);
    expect(first.history).toHaveLength(10);
    expect(first.history[0]!.search_url).toBe(link('page-11'));
    expect((await page({ page: '2' })).body.history.map((row) => row.search_url)).toEqual([
      link('page-1'),
      link('page-0'),
    ]);
    expect((await page({ page: '3' })).body.history).toEqual([]);
    expect((await page({ scrapeType: 'page' })).body).toEqual({ history: [], totalCount: 0 });
    expect(JSON.stringify(first)).not.toContain('jobId');
    for (const query of [{ page: '0' }, { pageSize: '101' }, { scrapeType: 'x' }] as Record<string, string>[])
      expect((await page(query)).status).toBe(400);
  });
});

const most = 16 * 1024 * 1024;
const page = '<html>Škoda</html>';

it.each<[what: string, bytes: Uint8Array, encoding?: string]>([
  ['plain', Buffer.from(page)],
  ['plain, and says so', Buffer.from(page), 'Identity'],
  ['compressed', gzipSync(page)],
  ['compressed, and says so', gzipSync(page), 'GZIP'],
  ['plain, and says otherwise', Buffer.from(page), 'gzip'],
])('reads a page that is %s', async (_, bytes, encoding) => {
  expect(await inflatePage(bytes, encoding)).toBe(page);
});

it.each<[status: number, code: string, what: string, bytes: Uint8Array, encoding?: string]>([
  [415, 'unsupported_media_type', 'compressed in another format', Buffer.from(page), 'br'],
  [400, 'page_not_recognised', 'empty', new Uint8Array()],
  [400, 'page_not_recognised', 'compressed and broken', Buffer.from([0x1f, 0x8b, 1, 2])],
  [413, 'page_too_large', 'too large', new Uint8Array(most + 1)],
  [413, 'page_too_large', 'too large when it is decompressed', gzipSync(new Uint8Array(most + 1))],
])('answers %i %s to a page that is %s', async (status, code, _, bytes, encoding) => {
  await expect(inflatePage(bytes, encoding)).rejects.toMatchObject({ status, code });
});

it('reads a page of the largest size allowed', async () => {
  expect((await inflatePage(new Uint8Array(most), undefined)).length).toBe(most);
  expect((await inflatePage(gzipSync(new Uint8Array(most)), undefined)).length).toBe(most);
});

it('reads bytes that only begin like a compressed file as plain text', async () => {
  expect(await inflatePage(Buffer.from([0x1f, 0x41]), undefined)).toBe('\u001fA');
  expect(await inflatePage(Buffer.from([0x41, 0x8b]), undefined)).toMatch(/^A/);
});

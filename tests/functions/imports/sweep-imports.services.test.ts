import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '#core/imports/job.ts';
import { draftItem } from '#functions/imports/draft-store.ts';
import { giveUpMessage } from '#functions/imports/failures.ts';
import { getJob, jobItem } from '#functions/imports/job-store.ts';
import { sweepImports } from '#functions/imports/sweep.ts';
import { type QueuesInMemory, queuesInMemory, tableForEachTest } from '#tests/support/cloud-in-memory.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { makeListing } from '#tests/support/make-car.ts';

const startMs = Date.parse('2026-11-21T08:00:00.000Z');
const iso = (seconds: number) => new Date(startMs + seconds * 1000).toISOString();
const at = (seconds: number) => vi.setSystemTime(startMs + seconds * 1000);
const minutes = (count: number) => count * 60;

const table = tableForEachTest();
let queues: QueuesInMemory;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: startMs });
  queues = queuesInMemory();
});
afterEach(() => {
  queues.close();
  vi.useRealTimers();
});

/** An import that stands so in the table, with cars by their stage. */
function importOf(fields: object, cars: Record<string, 'listed' | 'described' | 'identified'> = {}): void {
  const { kind = 'scrape' } = fields as { kind?: Job['kind'] };
  const job = { id: 'job', kind, href: 'https://www.facebook.com/x', linkHash: 'hash', privateTo: null };
  const found = Object.keys(cars).length > 0 ? { found: new Set(Object.keys(cars)) } : {};
  const { kind: _, ...stored } = { kind, ...fields };
  table.add({ ...jobItem(job, iso(0)), ...found, ...stored });
  for (const [carId, stage] of Object.entries(cars)) {
    const item = draftItem('job', carId, 'listed', makeListing({ id: carId }), startMs);
    table.add({ ...item, stage });
  }
}
async function sweepAt(seconds: number): Promise<string[]> {
  at(seconds);
  queues.sent.length = 0;
  await sweepImports();
  return [...queues.sent];
}
const job = async () => (await getJob('job'))!;

describe('sweep of queued imports', () => {
  it('sends a lost start message again after more than twenty seconds, and only once', async () => {
    importOf({ state: 'queued' });
    expect(await sweepAt(20)).toEqual([]);
    expect(await sweepAt(20.001)).toEqual(['scrape scrape job']);
    expect(await job()).toMatchObject({ nudges: 1, nudgedAt: iso(20.001) });
    expect(await sweepAt(200)).toEqual([]);
  });

  it('waits for the lost start from the moment when the visit was to begin', async () => {
    importOf({ state: 'queued', beginsAt: iso(100) });
    expect(await sweepAt(120)).toEqual([]);
    expect(await sweepAt(121)).toEqual(['scrape scrape job']);
  });

  it('ends the import of a dropped page that was never read', async () => {
    importOf({ kind: 'page', state: 'queued' });
    expect(await sweepAt(21)).toEqual([]);
    expect(await job()).toMatchObject({ state: 'failed', failure: 'internal' });
  });

  it('queues the cars of a dropped page whose start message was lost', async () => {
    importOf({ kind: 'page', state: 'queued' }, { a: 'described', b: 'listed' });
    expect(await sweepAt(21)).toEqual(['identify identify a']);
    expect(await job()).toMatchObject({ state: 'working', updatedAt: iso(21), nudges: 0 });
  });
});

describe('sweep of imports without progress', () => {
  it('sends the messages of open cars again after four minutes, and every four minutes', async () => {
    const cars = { a: 'listed', b: 'described', c: 'identified', d: 'identified', e: 'identified' } as const;
    importOf({ state: 'working', done: new Set(['d']), failed: new Set(['e']) }, cars);
    const all = ['rate rate c', 'identify identify b', 'scrape scrape job'];
    expect(await sweepAt(minutes(4))).toEqual([]);
    expect(await sweepAt(minutes(4) + 0.001)).toEqual(all);
    expect(await sweepAt(minutes(8))).toEqual([]);
    expect(await sweepAt(minutes(8) + 0.002)).toEqual(all);
    expect(await job()).toMatchObject({ nudges: 2 });
  });

  it.each<[what: string, fields: object, stage: 'listed' | 'described', sent: string[]]>([
    [
      'sends the visit again while the import is visiting',
      { state: 'scraping' },
      'described',
      ['identify identify a', 'scrape scrape job'],
    ],
    [
      'sends the visit again for cars that are only listed',
      { state: 'working' },
      'listed',
      ['scrape scrape job'],
    ],
    ['sends no visit for a dropped page', { kind: 'page', state: 'working' }, 'listed', []],
    [
      'sends no visit for cars whose pages are read',
      { state: 'working' },
      'described',
      ['identify identify a'],
    ],
  ])('%s', async (_, fields, stage, sent) => {
    importOf(fields, { a: stage });
    expect(await sweepAt(minutes(5))).toEqual(sent);
  });

  it('ends an import without progress after half an hour and six reminders, with the cars it has', async () => {
    const reminded = { nudgedAt: iso(minutes(26)), updatedAt: iso(0) };
    importOf({ state: 'working', nudges: 6, ...reminded }, { a: 'described' });
    expect(await sweepAt(minutes(30))).toEqual([]);
    expect(await sweepAt(minutes(30) + 0.001)).toEqual([]);
    expect(await job()).toMatchObject({ state: 'failed', failure: 'internal' });
  });

  it.each<[what: string, fields: object]>([
    ['after half an hour and five reminders', { nudges: 5, nudgedAt: iso(minutes(25)) }],
    ['after half an hour to the second', { nudges: 6, nudgedAt: iso(minutes(25)) }],
  ])('sends another reminder and does not end the import %s', async (what, fields) => {
    importOf({ state: 'working', ...fields }, { a: 'described' });
    const passed = what.endsWith('second') ? 0 : 1;
    expect(await sweepAt(minutes(30) + passed)).toEqual(['identify identify a']);
    expect(await job()).toMatchObject({ state: 'working' });
  });

  it('tells the operator when a stuck import is ended', async () => {
    importOf(
      { state: 'working', done: new Set(['b']), nudges: 6, nudgedAt: iso(60) },
      { a: 'described', b: 'described' },
    );
    const log = keepLog();
    await sweepAt(minutes(31));
    log.restore();
    const told = log.lines.map((line) => JSON.parse(line)).find(({ level }) => level === 'error');
    expect(told).toMatchObject({
      message: 'an import was stuck and is ended',
      jobId: 'job',
      state: 'working',
      found: 2,
      done: 1,
    });
    expect(await job()).toMatchObject({ state: 'completed', failure: 'internal' });
  });

  it('ends a stuck import that has all its cars as completed', async () => {
    importOf({ state: 'working', done: new Set(['a']) }, { a: 'identified' });
    expect(await sweepAt(1)).toEqual([]);
    expect(await job()).toMatchObject({ state: 'completed', failure: null, isSettled: true });
  });

  it('continues with other imports when one cannot be swept', async () => {
    importOf({ state: 'queued' });
    const link = { kind: 'scrape', href: 'h', linkHash: 'o', privateTo: null } as const;
    table.add(jobItem({ id: 'other', ...link }, iso(0)));
    vi.stubEnv('LOG_LEVEL', 'error');
    table.fail('UpdateCommand', new Error('busy'));
    const log = keepLog();
    expect(await sweepAt(30)).toEqual(['scrape scrape job', 'scrape scrape other']);
    log.restore();
    expect(log.lines.some((line) => line.includes('an import could not be swept'))).toBe(true);
    expect((await getJob('other'))?.nudges).toBe(1);
  });
});

describe('giving up a message', () => {
  const scrape = { type: 'scrape', jobId: 'job', requestId: 'r' } as const;
  const rate = (carId: string) => ({ type: 'rate', jobId: 'job', carId, requestId: 'r' }) as const;

  it('gives up the listed cars of a failed visit, but none that are not in the import', async () => {
    importOf({ state: 'scraping', found: new Set(['a', 'b']) }, { a: 'listed', b: 'described', c: 'listed' });
    table.restore(
      table.all().map((item) => (item.kind === 'JOB' ? { ...item, found: new Set(['a', 'b']) } : item)),
    );
    at(5);
    await giveUpMessage(scrape);
    expect(await job()).toMatchObject({
      ...{ state: 'working', failure: 'internal', failed: new Set(['a']), updatedAt: iso(5) },
    });
  });

  it.each<[what: string, fields: object]>([
    ['that has ended', { state: 'completed' }],
    ['in which it is done', { state: 'working', done: new Set(['a']) }],
  ])('does not change an import %s when the message of a car is given up', async (_, fields) => {
    importOf(fields, { a: 'described', b: 'described' });
    const before = await job();
    await giveUpMessage(rate('a'));
    expect(await job()).toEqual(before);
  });

  it('ends the import when the message of its last car is given up', async () => {
    importOf({ state: 'working', done: new Set(['b']) }, { a: 'described', b: 'described' });
    await giveUpMessage(rate('a'));
    expect(await job()).toMatchObject({ state: 'completed', failed: new Set(['a']) });
  });

  it('writes nothing when the import of a given-up message is gone', async () => {
    await giveUpMessage(scrape);
    await giveUpMessage(rate('a'));
    expect(table.all()).toEqual([]);
  });
});

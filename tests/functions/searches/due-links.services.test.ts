import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hourOf, hourStart } from '#core/searches/automated-search.ts';
import { closeJob, getJob } from '#functions/imports/job-store.ts';
import { linkKey } from '#functions/platform/keys.ts';
import { endRun, startHourlyRun } from '#functions/searches/run-store.ts';
import {
  dueSortKey,
  endFilterRun,
  getLink,
  getLinkStates,
  getSearchLoad,
  listScheduledLinks,
  planNext,
  putSearchLoad,
  readSearches,
  restLink,
  writeSearch,
} from '#functions/searches/store.ts';
import { makeJob } from '#tests/core/imports/make-job.ts';
import { type TableInMemory, tableInMemory } from '#tests/support/table-in-memory.ts';

let table: TableInMemory;

beforeEach(() => {
  table = tableInMemory();
});

afterEach(() => table.close());

const hour = hourOf(new Date('2026-11-21T10:00:00.000Z'));

const at = hourStart(hour);

const seconds = Date.parse(at) / 1000;

const afterSeconds = (passed: number) => new Date((seconds + passed) * 1000).toISOString();

const busy = Object.assign(new Error('busy'), { name: 'Busy' });

const searchOf = (id: string, endTime = afterSeconds(7 * 86_400)) => ({
  ...{ id, href: `https://www.facebook.com/${id}`, name: null, startTime: at, endTime },
});

const follow = async (userId: string, id: string, endTime?: string) =>
  writeSearch(userId, searchOf(id, endTime), await readSearches(userId), at);

const link = async (hash = 'link') => (await getLink(hash))!;

describe('links that are searched again', () => {
  it('are listed the most overdue first, from all partitions', async () => {
    for (let n = 0; n < 12; n++)
      await writeSearch(`p${n}`, searchOf(`link${n}`), await readSearches(`p${n}`), afterSeconds(-n));
    const scheduled = await listScheduledLinks();
    expect(scheduled.map(({ hash }) => hash)).toEqual(Array.from({ length: 12 }, (_, n) => `link${11 - n}`));
    expect(scheduled[0]!.nextRun).toBe(afterSeconds(-11));
  });

  it('are told by their hash; one that never ran has no state', async () => {
    await follow('anna', 'link');
    const states = await getLinkStates(['link', 'link', 'none']);
    expect([...states.keys()]).toEqual(['link']);
    expect(await getLink('none')).toBeNull();
  });

  it('remember of a run of yesterday what it said', async () => {
    table.add({ ...linkKey('link'), kind: 'LINK', href: 'h', lastRun: { at, carsFound: 3 }, refusals: 2 });
    expect(await link()).toMatchObject({
      ...{ nextRun: null, refusals: 2, followedAt: null },
      lastRun: { at, status: 'completed', carsFound: 3, carsNew: 0, failure: null },
    });
  });

  it('have a load that the last dispatch found', async () => {
    expect(await getSearchLoad()).toBeNull();
    const load = { at, links: 5, linksPerHour: 4, started: 3, waiting: 2, intervalHours: 2 };
    await putSearchLoad(load);
    expect(await getSearchLoad()).toEqual(load);
    table.restore([{ pk: 'SEARCHLOAD', sk: 'SEARCHLOAD', kind: 'SEARCHLOAD', load: { links: 5 } }] as never);
    expect(await getSearchLoad()).toMatchObject({
      links: 5,
      linksPerHour: 0,
      started: 0,
      waiting: 0,
      intervalHours: 1,
    });
  });

  it('rest when nobody came meanwhile', async () => {
    await follow('anna', 'link');
    const seen = await link();
    expect(await restLink({ ...seen, followedAt: 'another' })).toBe(false);
    expect(await restLink({ ...seen, followedAt: null })).toBe(false);
    expect(await restLink(seen)).toBe(true);
    expect((await link()).nextRun).toBeNull();
    expect(await restLink({ ...seen, hash: 'none', followedAt: null })).toBe(false);
    expect(await getLink('none')).toBeNull();
  });

  it('have their next run planned by one', async () => {
    await follow('anna', 'link');
    expect(await planNext('link', dueSortKey(at, 'link'), dueSortKey(afterSeconds(3600), 'link'))).toBe(true);
    expect(await planNext('link', dueSortKey(at, 'link'), dueSortKey(afterSeconds(7200), 'link'))).toBe(
      false,
    );
    expect((await link()).nextRun).toBe(afterSeconds(3600));
    const run = { at, status: 'completed', carsFound: 1, carsNew: 1, failure: null } as const;
    expect(await endFilterRun(await link(), run, afterSeconds(7200))).toBe(true);
    expect(await link()).toMatchObject({ nextRun: afterSeconds(7200), lastRun: run });
    table.fail('UpdateCommand', busy);
    await expect(planNext('link', 'a', 'b')).rejects.toBe(busy);
  });
});

describe('a link’s run of an hour', () => {
  const start = async (seen?: Awaited<ReturnType<typeof link>>) =>
    startHourlyRun(seen ?? (await link()), hour, afterSeconds(300), at);

  it('is started once, and the next is planned', async () => {
    await follow('anna', 'link');
    const seen = await link();
    expect(await start()).toEqual({ kind: 'started', jobId: `link-${hour}` });
    expect(await start(seen)).toEqual({ kind: 'taken' });
    expect(await link()).toMatchObject({ jobId: `link-${hour}`, nextRun: hourStart(hour + 1) });
    expect(await getJob(`link-${hour}`)).toMatchObject({
      ...{
        state: 'queued',
        beginsAt: afterSeconds(300),
        isAutomatic: true,
        hasOwners: false,
        kind: 'scrape',
      },
      ...{ href: 'https://www.facebook.com/link', linkHash: 'link', privateTo: null },
    });
    expect(table.get({ pk: `JOB#link-${hour}`, sk: 'JOB' })?.ttl).toBe(seconds + 300 + 7 * 86_400);
  });

  it('is somebody’s import that visits the link already', async () => {
    await follow('anna', 'link');
    await start();
    const seen = { ...(await link()), nextRun: hourStart(hour + 1) };
    expect(await startHourlyRun(seen, hour + 1, afterSeconds(3900), afterSeconds(3600))).toEqual({
      kind: 'joined',
      jobId: `link-${hour}`,
    });
    expect(await startHourlyRun(seen, hour + 1, afterSeconds(3900), afterSeconds(3600))).toEqual({
      kind: 'taken',
    });
    expect((await link()).nextRun).toBe(hourStart(hour + 2));
  });

  it('follows one that is settled', async () => {
    await follow('anna', 'link');
    await start();
    await closeJob(`link-${hour}`);
    const next = await startHourlyRun(await link(), hour + 1, afterSeconds(3900), afterSeconds(3600));
    expect(next).toEqual({ kind: 'started', jobId: `link-${hour + 1}` });
    expect(table.get(linkKey('link'))).toMatchObject({
      jobId: `link-${hour + 1}`,
      ttl: seconds + 3600 + 30 * 86_400,
    });
  });

  it('fails aloud when the table does', async () => {
    await follow('anna', 'link');
    table.fail('TransactWriteCommand', busy);
    await expect(start()).rejects.toBe(busy);
  });

  const job = makeJob({ id: `link-${hour}`, linkHash: 'link', state: 'completed', failure: 'login_wall' });
  it.each([
    [
      'as planned',
      { state: 'runs', refusals: 0, nextRun: null },
      { nextRun: hourStart(hour + 1), refusals: 0 },
    ],
    [
      'later',
      { state: 'runs', refusals: 1, nextRun: afterSeconds(9000) },
      { nextRun: afterSeconds(9000), refusals: 1 },
    ],
    ['not at all', { state: 'paused', refusals: 3 }, { nextRun: null, refusals: 3, pausedFor: 'login_wall' }],
  ] as const)('ends once, and the link runs again %s', async (_, afterRun, state) => {
    await follow('anna', 'link');
    await start();
    await endRun(await link(), job, afterRun, 2, afterSeconds(60));
    const ended = await link();
    expect(ended).toMatchObject({
      pausedFor: null,
      ...state,
      jobId: null,
      lastRun: { at: afterSeconds(60), carsFound: 2, carsNew: 2 },
    });
    await endRun(await link(), job, { state: 'runs', refusals: 9, nextRun: null }, 0, afterSeconds(90));
    expect(await link()).toEqual(ended);
  });

  it('ends at rest where nobody follows any more', async () => {
    await follow('anna', 'link');
    await start();
    await restLink(await link());
    await endRun(await link(), job, { state: 'runs', refusals: 1, nextRun: afterSeconds(9000) }, 0, at);
    expect((await link()).nextRun).toBeNull();
    table.fail('UpdateCommand', busy);
    await expect(endRun(await link(), job, { state: 'paused', refusals: 1 }, 0, at)).rejects.toBe(busy);
  });
});

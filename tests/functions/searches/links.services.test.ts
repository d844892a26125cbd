import { describe, expect, it } from 'vitest';
import { hourOf, hourStart } from '#core/searches/automated-search.ts';
import { markErased } from '#functions/accounts/store.ts';
import { closeJob, getJob } from '#functions/imports/job-store.ts';
import { followerKey, linkKey, userKeys } from '#functions/platform/keys.ts';
import { endRun, startHourlyRun } from '#functions/searches/run-store.ts';
import {
  cancelSearch,
  dueSortKey,
  endFilterRun,
  expireFollower,
  getLink,
  getLinkStates,
  getSearch,
  getSearchLoad,
  listEnded,
  listEnding,
  listFollowers,
  listScheduledLinks,
  listSearches,
  markEnding,
  markPaused,
  markServed,
  planNext,
  putSearchLoad,
  readSearches,
  restLink,
  writeSearch,
} from '#functions/searches/store.ts';
import { makeJob } from '#tests/core/imports/make-job.ts';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';

const table = tableForEachTest();

const hour = hourOf(new Date('2026-11-21T10:00:00.000Z'));

const at = hourStart(hour);

const seconds = Date.parse(at) / 1000;

const afterSeconds = (passed: number) => new Date((seconds + passed) * 1000).toISOString();

const searchOf = (id: string, endTime = afterSeconds(7 * 86_400)) => ({
  ...{ id, href: `https://www.facebook.com/${id}`, name: null, startTime: at, endTime },
});

const follow = async (userId: string, id: string, endTime?: string) =>
  writeSearch(userId, searchOf(id, endTime), await readSearches(userId), at);

const link = async (hash = 'link') => (await getLink(hash))!;

describe('writing an automated search', () => {
  it('stores a search with its follower until a month after its end, and makes its link due', async () => {
    expect(await follow('anna', 'link')).toBe('written');
    expect(await listSearches('anna')).toEqual([searchOf('link')]);
    expect(await getSearch('anna', 'link')).toEqual(searchOf('link'));
    expect(await getSearch('anna', 'other')).toBeNull();
    expect(table.get(userKeys.automatedSearch('anna', 'link'))).toMatchObject({
      ...{ kind: 'AUTOSEARCH', userId: 'anna', ttl: seconds + 37 * 86_400 },
    });
    expect(table.get(followerKey('link', 'anna'))).toMatchObject({
      kind: 'FOLLOWER',
      endTime: afterSeconds(7 * 86_400),
    });
    expect(table.get(linkKey('link'))).toMatchObject({ kind: 'LINK', ttl: seconds + 30 * 86_400 });
    expect(await link()).toEqual({
      ...{ hash: 'link', href: 'https://www.facebook.com/link', jobId: null, followedAt: at, nextRun: at },
      ...{ pausedFor: null, refusals: 0, lastRun: null },
    });
  });

  it('refuses a search when the searches changed since they were read', async () => {
    const seen = await readSearches('anna');
    expect(seen).toEqual({ searches: [], version: 0 });
    await follow('anna', 'link');
    expect(await writeSearch('anna', searchOf('other'), seen, at)).toBe('outrun');
    const second = await readSearches('anna');
    expect(second.version).toBe(1);
    expect(table.get(userKeys.searchGuard('anna'))?.kind).toBe('GUARD');
    expect(await writeSearch('anna', searchOf('other'), second, at)).toBe('written');
    expect(await writeSearch('anna', searchOf('third'), second, at)).toBe('outrun');
  });

  it('refuses a search for an erased account', async () => {
    await markErased({ userId: 'anna', customerId: null, erasedAt: at });
    expect(await follow('anna', 'link')).toBe('erased');
  });

  it('keeps the planned next run of the link, and ends a pause', async () => {
    await follow('anna', 'link');
    table.restore([{ ...table.get(linkKey('link'))!, kind: 'LINK', pausedFor: 'login_wall' } as never]);
    expect((await link()).pausedFor).toBe('login_wall');
    await writeSearch('bent', searchOf('link'), await readSearches('bent'), afterSeconds(60));
    expect(await link()).toMatchObject({ nextRun: at, followedAt: afterSeconds(60), pausedFor: null });
  });

  it('cancels a search once, with its follower', async () => {
    await follow('anna', 'link');
    expect(await cancelSearch('anna', 'link')).toBe(true);
    expect(await cancelSearch('anna', 'link')).toBe(false);
    expect(await listFollowers('link')).toEqual([]);
  });
});

describe('followers of a link', () => {
  it('marks a follower as served, and does not restore one who cancelled', async () => {
    await follow('anna', 'link');
    expect(await listFollowers('link')).toEqual([
      { userId: 'anna', endTime: afterSeconds(7 * 86_400), isServed: false },
    ]);
    await markServed('link', 'anna');
    await markServed('link', 'bent');
    expect(await listFollowers('link')).toEqual([
      { userId: 'anna', endTime: afterSeconds(7 * 86_400), isServed: true },
    ]);
  });

  it('lists followers of all links whose week is over', async () => {
    await follow('anna', 'link', afterSeconds(-1));
    await follow('bent', 'link', at);
    await follow('carl', 'other', afterSeconds(1));
    const ended = (await listEnded(at)).map(({ linkHash, follower }) => [linkHash, follower.userId]);
    expect(ended).toEqual([
      ['link', 'anna'],
      ['link', 'bent'],
    ]);
  });

  it('lists followers whose week ends between two instants', async () => {
    await follow('anna', 'link', afterSeconds(-1));
    await follow('bent', 'link', at);
    await follow('carl', 'other', afterSeconds(60));
    await follow('dora', 'other', afterSeconds(61));
    const ending = (await listEnding(at, afterSeconds(60))).map(({ follower }) => follower.userId);
    expect(ending).toEqual(['bent', 'carl']);
  });

  it('notes the end that a follower is told of, unless the search was extended or cancelled', async () => {
    await follow('anna', 'link', at);
    const [follower] = await listFollowers('link');
    await markEnding('link', follower!);
    expect(table.get(userKeys.automatedSearch('anna', 'link'))).toMatchObject({ endingAt: at });
    await follow('anna', 'link', afterSeconds(7 * 86_400));
    await markEnding('link', follower!);
    expect(table.get(userKeys.automatedSearch('anna', 'link'))?.endingAt).toBeUndefined();
    await cancelSearch('anna', 'link');
    await markEnding('link', follower!);
    expect(table.get(userKeys.automatedSearch('anna', 'link'))).toBeUndefined();
  });

  it('removes an expired follower, and notes the time in their search', async () => {
    await follow('anna', 'link', at);
    const [follower] = await listFollowers('link');
    await expireFollower('link', follower!, afterSeconds(5));
    expect(await listFollowers('link')).toEqual([]);
    expect(table.get(userKeys.automatedSearch('anna', 'link'))).toMatchObject({ expiredAt: afterSeconds(5) });
  });

  it('keeps a follower who extended the search meanwhile', async () => {
    await follow('anna', 'link', at);
    const [follower] = await listFollowers('link');
    await follow('anna', 'link', afterSeconds(7 * 86_400));
    await expireFollower('link', follower!, afterSeconds(5));
    expect(await listFollowers('link')).toHaveLength(1);
    expect(table.get(userKeys.automatedSearch('anna', 'link'))?.expiredAt).toBeUndefined();
  });

  it('removes an expired follower whose search is already deleted', async () => {
    await follow('anna', 'link', at);
    const [follower] = await listFollowers('link');
    table.restore(table.all().filter(({ pk }) => pk !== userKeys.partition('anna')));
    await expireFollower('link', follower!, afterSeconds(5));
    expect(await listFollowers('link')).toEqual([]);
    expect(table.get(userKeys.automatedSearch('anna', 'link'))).toBeUndefined();
  });

  it('notes in the search why it is paused, unless it was cancelled', async () => {
    await follow('anna', 'link');
    await markPaused('link', 'anna', 'login_wall', at);
    await markPaused('link', 'bent', 'login_wall', at);
    expect(table.get(userKeys.automatedSearch('anna', 'link'))).toMatchObject({
      pausedAt: at,
      pausedFor: 'login_wall',
    });
    expect(table.get(userKeys.automatedSearch('bent', 'link'))).toBeUndefined();
  });
});

describe('links of automated searches', () => {
  it('lists due links from all partitions, the most overdue first', async () => {
    for (let n = 0; n < 12; n++)
      await writeSearch(`p${n}`, searchOf(`link${n}`), await readSearches(`p${n}`), afterSeconds(-n));
    const scheduled = await listScheduledLinks();
    expect(scheduled.map(({ hash }) => hash)).toEqual(Array.from({ length: 12 }, (_, n) => `link${11 - n}`));
    expect(scheduled[0]!.nextRun).toBe(afterSeconds(-11));
  });

  it('reads a link by its hash, without a state when it never ran', async () => {
    await follow('anna', 'link');
    const states = await getLinkStates(['link', 'link', 'none']);
    expect([...states.keys()]).toEqual(['link']);
    expect(await getLink('none')).toBeNull();
  });

  it('reads the last run of a link in an older format', async () => {
    table.add({ ...linkKey('link'), kind: 'LINK', href: 'h', lastRun: { at, carsFound: 3 }, refusals: 2 });
    expect(await link()).toMatchObject({
      ...{ nextRun: null, refusals: 2, followedAt: null },
      lastRun: { at, status: 'completed', carsFound: 3, carsNew: 0, failure: null },
    });
  });

  it('stores the search load that the last dispatch measured', async () => {
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

  it('rests a link only when nobody followed it meanwhile', async () => {
    await follow('anna', 'link');
    const seen = await link();
    expect(await restLink({ ...seen, followedAt: 'another' })).toBe(false);
    expect(await restLink({ ...seen, followedAt: null })).toBe(false);
    expect(await restLink(seen)).toBe(true);
    expect((await link()).nextRun).toBeNull();
    expect(await restLink({ ...seen, hash: 'none', followedAt: null })).toBe(false);
    expect(await getLink('none')).toBeNull();
  });

  it('lets one worker plan the next run of a link', async () => {
    await follow('anna', 'link');
    expect(await planNext('link', dueSortKey(at, 'link'), dueSortKey(afterSeconds(3600), 'link'))).toBe(true);
    expect(await planNext('link', dueSortKey(at, 'link'), dueSortKey(afterSeconds(7200), 'link'))).toBe(
      false,
    );
    expect((await link()).nextRun).toBe(afterSeconds(3600));
    const run = { at, status: 'completed', carsFound: 1, carsNew: 1, failure: null } as const;
    expect(await endFilterRun(await link(), run, afterSeconds(7200))).toBe(true);
    expect(await link()).toMatchObject({ nextRun: afterSeconds(7200), lastRun: run });
  });
});

describe('hourly run of a link', () => {
  const start = async (seen?: Awaited<ReturnType<typeof link>>) =>
    startHourlyRun(seen ?? (await link()), hour, afterSeconds(300), at);

  it('starts an hourly run once and plans the next', async () => {
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

  it('joins the import that is already visiting the link', async () => {
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

  it('starts a new hourly run after a settled one', async () => {
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
  ] as const)('ends an hourly run once, and the link runs again %s', async (_, afterRun, state) => {
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

  it('plans no next run where nobody follows the link any more', async () => {
    await follow('anna', 'link');
    await start();
    await restLink(await link());
    await endRun(await link(), job, { state: 'runs', refusals: 1, nextRun: afterSeconds(9000) }, 0, at);
    expect((await link()).nextRun).toBeNull();
  });
});

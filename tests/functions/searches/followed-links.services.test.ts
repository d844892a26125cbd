import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hourOf, hourStart } from '#core/searches/automated-search.ts';
import { markErased } from '#functions/accounts/store.ts';
import { followerKey, linkKey, userKeys } from '#functions/platform/keys.ts';
import {
  cancelSearch,
  expireFollower,
  getLink,
  getSearch,
  listEnded,
  listEnding,
  listFollowers,
  listSearches,
  markEnding,
  markPaused,
  markServed,
  readSearches,
  writeSearch,
} from '#functions/searches/store.ts';
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

  it('throws when the table fails to write a search', async () => {
    table.fail('TransactWriteCommand', busy);
    await expect(follow('anna', 'link')).rejects.toBe(busy);
    table.fail('TransactWriteCommand', busy);
    await expect(cancelSearch('anna', 'link')).rejects.toBe(busy);
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

  it('throws when the table fails to remove a follower', async () => {
    await follow('anna', 'link', at);
    const [follower] = await listFollowers('link');
    table.fail('TransactWriteCommand', busy);
    await expect(expireFollower('link', follower!, at)).rejects.toBe(busy);
  });
});

import { describe, expect, it } from 'vitest';
import { refusal } from '#tests/support/fake-marketplace.ts';
import { loadPeople, type Person } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';

const world = await worldOfFile();
const person = await loadPeople();

const page = '<html><title>Ida Quist</title><h1>Marketplace</h1><p>Ida Quist, 21 43 65 87</p></html>';
const key = 'unread-pages/2026-11-21T08-facebook-layout_changed.txt';

async function importOf(
  who: string,
  failure: ReturnType<typeof refusal> & { page?: string },
): Promise<Person> {
  await person(who).start(world.marketplace.search(who, [], { isEmpty: false, failure }));
  await world.run();
  return person(who);
}

describe('a page that was not understood', () => {
  it('a masked copy of a page that could not be parsed is kept, and the log line names it', async () => {
    const anna = await importOf('anna', { ...refusal('layout_changed'), page });
    expect(await anna.history()).toMatchObject([{ status: 'failed', error_code: 'layout_changed' }]);
    expect(world.objects.list('data', 'unread-pages/', '', 10).map((kept) => kept.key)).toEqual([key]);
    const { readObject } = await import('#functions/platform/objects.ts');
    const copy = Buffer.from((await readObject('data', key))!).toString();
    expect(copy).toContain('<h1>\nMarketplace');
    expect(copy).not.toMatch(/ida|quist|21|43|65|87/i);
    expect(world.log.some((line) => line.includes('a page was not understood') && line.includes(key))).toBe(
      true,
    );
    expect(world.log.join('')).not.toContain('Quist');
  });

  it('no copy is kept of a refusal', async () => {
    await importOf('bo', refusal('login_wall'));
    await importOf('carl', refusal('withheld'));
    expect(world.objects.list('data', 'unread-pages/', '', 10).map(({ key }) => key)).toEqual([key]);
  });

  it('a failure to keep the copy does not affect the import', async () => {
    process.env.UNREAD_PAGES_BUCKET = 'no-such-bucket';
    try {
      const dora = await importOf('dora', { ...refusal('unknown_page'), page });
      expect(await dora.history()).toMatchObject([{ status: 'failed', error_code: 'unknown_page' }]);
    } finally {
      process.env.UNREAD_PAGES_BUCKET = 'data';
    }
  });
});

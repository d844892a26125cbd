import { describe, expect, it } from 'vitest';
import { limits } from '#core/payments/plan.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { loadSearches } from '#tests/support/search-hours.ts';

const world = await worldOfFile();
const person = await loadPeople();
const searches = await loadSearches(world);

const search = (query: string, ads: number) =>
  world.marketplace.search(query, [Array.from({ length: ads }, () => world.marketplace.ad())]);

/** Discoveries of an import of long ago, as they were stored before they had an end; the last is the oldest. */
async function storeFormer(userId: string, count: number): Promise<void> {
  const { putItem } = await import('#functions/platform/table.ts');
  const { userKeys } = await import('#functions/platform/keys.ts');
  for (let n = 0; n < count; n++) {
    const carId = `former${n}`;
    const discoveredAt = new Date(Date.now() - (n + 1) * 60_000).toISOString();
    await putItem({
      ...userKeys.discovery(userId, carId),
      ...{ kind: 'MATCH', carId, jobId: 'anearlierimport00001', discoveredAt },
    });
  }
}

async function held(userId: string): Promise<string[]> {
  const { readReader } = await import('#functions/accounts/store.ts');
  return [...(await readReader(userId)).discoveredAt.keys()];
}

describe('a person with as many discoveries as they can keep', () => {
  it('an import beyond the limit of discoveries removes the oldest and counts, lists and charges as usual', async () => {
    await storeFormer('nina', limits.discoveries);
    const { body } = await person('nina').start(search('one-more', 2));
    await world.run();
    const kept = await held('nina');
    expect(kept).toHaveLength(limits.discoveries);
    expect(kept).not.toContain(`former${limits.discoveries - 1}`);
    expect(kept).not.toContain(`former${limits.discoveries - 2}`);
    expect(kept).toContain(`former${limits.discoveries - 3}`);
    const [row] = await person('nina').history();
    expect(row).toMatchObject({ status: 'completed', cars_added_count: 2 });
    expect((await person('nina').usage()).scrapes_used).toBe(1);
    expect((await person('nina').list({ view: 'discovered' })).body.totalCount).toBe(2);
    expect((await person('nina').list({ import: String(body.jobId) })).body.totalCount).toBe(2);
  }, 60_000);

  it('an automated search removes no discovery of an import', async () => {
    await storeFormer('otto', limits.discoveries);
    await searches.follow('otto', search('by-itself', 3));
    await searches.passHour();
    expect(await held('otto')).toHaveLength(limits.discoveries + 3);
    expect((await person('otto').list({ view: 'discovered' })).body.totalCount).toBe(3);
  }, 60_000);
});

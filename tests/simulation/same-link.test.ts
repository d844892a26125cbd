import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { listingIdsOf } from '#tests/support/car-ids.ts';
import { searchAddress } from '#tests/support/fake-marketplace.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { loadPeople, type Person } from '#tests/support/person.ts';
import { type PipelineWorld, startPipelineWorld } from '#tests/support/pipeline-world.ts';
import { readCatalog } from '#tests/support/read-catalog.ts';

let world: PipelineWorld;
let person: (id: string) => Person;

beforeAll(async () => {
  world = await startPipelineWorld();
  person = await loadPeople();
});
afterAll(() => world.close());

let lastId = 0;
/** An ad of its own on the staged marketplace. */
function ad(): Listing {
  const id = `9007199254740${String(++lastId).padStart(6, '0')}`;
  return makeListing({ id, itemUrl: `${world.photos.origin}/marketplace/item/${id}/` });
}

/** The address of a search that shows these ads. */
function search(query: string, batches: Listing[][], end = {}): string {
  const href = searchAddress(world.photos.origin, query);
  world.marketplace.searches.set(href, { batches, end });
  return href;
}

describe('imports of the same link', () => {
  it('imports of one link join the unfinished run: one visit and one charge per person', async () => {
    const link = search('joined', [[ad(), ad()]]);
    const [kaja, lars] = [person('kaja'), person('lars')];
    const first = await kaja.start(link);
    expect((await kaja.start(link)).body).toMatchObject({ jobId: first.body.jobId });
    await world.deliver();
    const second = await lars.start(link);
    expect(second.body).toMatchObject({ jobId: first.body.jobId });
    // What is answered does not say that somebody else has asked: the fields are those of a new import.
    expect(Object.keys(second.body)).toEqual(['id', 'jobId', 'status', 'carsAdded']);
    await world.run();
    for (const each of [kaja, lars]) {
      expect(await each.history()).toMatchObject([{ status: 'completed', cars_added_count: 2 }]);
      expect((await each.usage()).scrapes_used).toBe(1);
      expect((await each.list({ view: 'discovered' })).body.totalCount).toBe(2);
    }
    expect(world.marketplace.visits.searches.filter((href) => href === link)).toHaveLength(1);
  });

  it('two links that find the same cars at once create each car once', async () => {
    const shared = [ad(), ad(), ad()];
    const [niels, ole] = [person('niels'), person('ole')];
    await niels.start(search('one-way', [shared]));
    await ole.start(search('other-way', [shared]));
    await world.run({ atOnce: 8 });
    const ids = await listingIdsOf((await readCatalog()).map((card) => card.id));
    for (const { id } of shared) expect(ids.filter((each) => each === id)).toHaveLength(1);
    for (const each of [niels, ole])
      expect(await each.history()).toMatchObject([{ status: 'completed', cars_added_count: 3 }]);
  });
});

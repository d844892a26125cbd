import { priceDkkOf } from '#core/car/ad-paths.ts';
import type { Card } from '#core/car/card.ts';
import { photoUrl } from '#core/car/photo-paths.ts';
import { isLocked, type Viewer } from '#core/car/viewer.ts';
import { lockedStub, wireCar } from '#core/car/wire.ts';
import type { CarListWire, UnratedAdWire } from '#core/contract/routes/cars.ts';
import type { Input } from '#core/contract/table.ts';
import { Failure } from '#core/failure.ts';
import { isOver, isSettledCar, type Job } from '#core/import/job.ts';
import { type CardPage, lockedSlots } from '#core/search/card-query.ts';
import type { CatalogReader } from '#core/search/catalog-reader.ts';
import { readCardQuery } from '#core/search/read-card-query.ts';
import { getCars, readPrivateCards } from '#functions/_adapters/dynamodb/cars.ts';
import { getCollection } from '#functions/_adapters/dynamodb/collections.ts';
import { listDrafts } from '#functions/_adapters/dynamodb/drafts.ts';
import { listOwners } from '#functions/_adapters/dynamodb/import-owners.ts';
import { getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import type { Marks } from '#functions/_adapters/dynamodb/people.ts';
import type { Caller } from '#functions/_runtime/caller.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { getCatalog } from '#functions/use-cases/cars/catalog-cache.ts';
import { marksOf, readViewerAndMarks } from '#functions/use-cases/cars/marks.ts';

type Query = Input<'GET /api/cars'>['query'];

/** One of the caller's own imports; null for one that is too long ago. */
async function importOf(jobId: string, caller: Caller | null): Promise<Job | null> {
  const owners = caller ? await listOwners(jobId) : [];
  if (!caller || !owners.some((owner) => owner.userId === caller.id))
    throw new Failure(404, 'not_found', 'There is no such import.');
  return getJob(jobId);
}

/**
 * The ads of a running import that are not rated yet: no more than the search shows whoever pasted its link. A car that is
 * known already as one that the viewer may not see is not among them.
 */
async function unratedAds(job: Job, viewer: Viewer): Promise<UnratedAdWire[]> {
  const open = (await listDrafts(job.id)).filter(
    ({ carId, listing }) => listing.id !== '' && !isSettledCar(job, carId),
  );
  const known = await getCars(open.map(({ carId }) => carId));
  const locked = new Set(known.filter(({ car }) => isLocked(viewer, car.rating)).map(({ car }) => car.id));
  return open
    .filter(({ carId }) => !locked.has(carId))
    .map(({ listing, identification }) => ({
      title: listing.title,
      price: priceDkkOf(listing),
      foreign_price: listing.price && listing.price.currency !== 'DKK' ? listing.price : null,
      year: listing.year,
      mileage: listing.mileage?.km ?? null,
      city: listing.city,
      image_url: identification?.photos[0] ? photoUrl(identification.photos[0].small) : null,
    }));
}

/** Only the import narrows the list, and its first page is asked for. */
const isWholeImport = ({ page, sort: _, view: __, import: ___, catalogVersion: ____, ...filters }: Query) =>
  (page ?? 1) === 1 && Object.values(filters).every((value) => value === undefined);

/** The cars of one of the caller's own lists. */
async function carsOfList(id: string, caller: Caller | null): Promise<ReadonlySet<string>> {
  const list = caller ? await getCollection(caller.id, 'list', id) : null;
  if (!list) throw new Failure(404, 'not_found', 'There is no such list.');
  return list.carIds;
}

async function narrow(
  query: Query,
  caller: Caller | null,
  marks: Marks,
): Promise<ReadonlySet<string> | null> {
  if (query.list) return carsOfList(query.list, caller);
  const view = query.view ?? 'all';
  if (view === 'all') return null;
  if (!caller) throw new Failure(401, 'not_authenticated', 'Not authenticated');
  return view === 'starred' ? marks.stars : new Set(marks.discoveredAt.keys());
}

/** What is held under an id that a car had is held of the car. */
async function withCurrentIds(
  ids: ReadonlySet<string>,
  catalog: CatalogReader,
): Promise<ReadonlySet<string>> {
  const current = await catalog.currentIds(ids);
  return current.size === 0 ? ids : new Set([...ids].map((id) => current.get(id) ?? id));
}

/** Cards with the page's locked stubs at their fixed slots. A stub's id says nothing: it names a slot, not a car. */
function withStubs(page: CardPage, viewer: Viewer, marks: Marks): CarListWire['cars'] {
  const cars: CarListWire['cars'] = page.cards.map((card) => wireCar(card, viewer, marksOf(marks, card)));
  for (let i = 0; i < page.lockedOnPage; i++) {
    const slot = Math.min(lockedSlots[i]!, cars.length);
    cars.splice(slot, 0, lockedStub(`locked-${page.page}-${i + 1}`));
  }
  return cars;
}

export const handler = endpoint('GET /api/cars', async ({ query }, caller) => {
  const [viewer, marks] = await readViewerAndMarks(caller);
  const job = query.import ? await importOf(query.import, caller) : null;
  const held = query.import ? (job?.done ?? new Set<string>()) : await narrow(query, caller, marks);
  const catalog = await getCatalog({
    // A person's own views show what just happened to them.
    isBusy: held !== null,
    heardOf: query.catalogVersion ?? null,
  });
  const among = held && (await withCurrentIds(held, catalog));
  // Cars from dropped pages join only the views that are the person's own.
  const own: Card[] = among && caller ? await readPrivateCards(caller.id) : [];
  const cardQuery = readCardQuery(query, clock.now(), among);
  const page = await catalog.query(cardQuery, viewer, own);
  const { cards: _, lockedOnPage: __, ...counts } = page;
  return {
    ...counts,
    cars: withStubs(page, viewer, marks),
    catalogVersion: catalog.version,
    ...(job && !isOver(job) && isWholeImport(query) && { unrated: await unratedAds(job, viewer) }),
  };
});

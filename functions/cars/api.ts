import { priceDkkOf } from '#core/cars/ads-of-car.ts';
import { type Car, isLocked, type Viewer, viewerOf } from '#core/cars/car.ts';
import { type Card, toCard } from '#core/cars/card.ts';
import { runningCost, usualKmPerYear, wireCostOf } from '#core/cars/cost.ts';
import { joinHunted } from '#core/cars/hunt.ts';
import { isOffered } from '#core/cars/listing-life.ts';
import { photoUrl } from '#core/cars/photos.ts';
import { isPriceChange } from '#core/cars/price-drop.ts';
import { valuationFacts } from '#core/cars/rating-basis.ts';
import type { TypedCar } from '#core/cars/typed-car.ts';
import {
  lockedStub,
  wireCar,
  wireCarDetail,
  wireKnownCar,
  wireOnList,
  wireOutlookOf,
  wireTold,
} from '#core/cars/wire.ts';
import { type CardPage, type CardQuery, lockedSlots, readCardQuery } from '#core/catalog/card-query.ts';
import { kmFrom } from '#core/catalog/card-rules.ts';
import type { CatalogReader } from '#core/catalog/catalog.ts';
import type {
  CarListWire,
  CheckedCarWire,
  HuntedCarWire,
  UnratedAdWire,
} from '#core/contract/routes/cars.ts';
import type { Input } from '#core/contract/table.ts';
import { Failure } from '#core/failure.ts';
import { isOver, isSettledCar, type Job } from '#core/imports/job.ts';
import { limits, premiumRefusal } from '#core/payments/plan.ts';
import { normalPlate } from '#core/plates/plate.ts';
import { hasOutlook, outlookOf } from '#core/valuation/outlook.ts';
import { getPlan, hideCar, type Marks, starCar, unhideCar, unstarCar } from '#functions/accounts/store.ts';
import { getCatalog } from '#functions/catalog/catalog.ts';
import { endpoint } from '#functions/endpoint.ts';
import { senderOf } from '#functions/imports/begin-import.ts';
import { listDrafts } from '#functions/imports/draft-store.ts';
import { getJob, listOwners } from '#functions/imports/job-store.ts';
import { checkFile } from '#functions/plates/bulk-check.ts';
import { type Asker, checkPlate } from '#functions/plates/check-plate.ts';
import { takePlateBack, typePlate } from '#functions/plates/typed-plate.ts';
import type { Caller } from '#functions/platform/caller.ts';
import { clock } from '#functions/platform/clock.ts';
import { getCollection } from '#functions/searches/collection-store.ts';
import { loadModel } from '#functions/valuation/model.ts';
import { forgetHunt, type HuntEntry, keepHunt, listHunt } from './hunt-store.ts';
import {
  comparablesOf,
  findCarsByLinks,
  markedId,
  marksOf,
  noMarks,
  readCar,
  readViewer,
  readViewerAndMarks,
  requireCar,
  wireReadCar,
} from './read-car.ts';
import {
  currentIdsOf,
  getCars,
  getShownCars,
  heldIds,
  lockedAmong,
  readPrivateCards,
  setDiscoveryRemoved,
} from './store.ts';

export const changeHuntRoute = endpoint('PUT /api/hunt/{id}', async ({ params, body }, caller) => {
  const ids = await heldIds((await markedId(params.id, caller)) ?? params.id);
  if (body.note === '' && body.stage === null && body.day === null) {
    // The car itself may be gone by now.
    await forgetHunt(caller.id, ids);
    return { ok: true };
  }
  const { car } = await requireCar(params.id, caller, readViewer(caller));
  // A locked car has the id it was asked for.
  const { id: carId, priceDkk, availability } = car;
  const entry = { carId, ...body, changedAt: clock.now().toISOString(), priceDkk, availability };
  const others = ids.filter((id) => id !== carId);
  if (!(await keepHunt(caller.id, entry, others)))
    throw new Failure(403, 'hunt_full', `You can keep notes on ${limits.huntedCars} cars. Remove one first.`);
  return { ok: true };
});

export const listHuntRoute = endpoint('GET /api/hunt', async (_, caller) => {
  const [[viewer, marks], entries] = await Promise.all([readViewerAndMarks(caller), listHunt(caller.id)]);
  const ids = entries.map(({ carId }) => carId);
  const [cars, current] = await Promise.all([getShownCars(ids, viewer), currentIdsOf(ids)]);
  const byId = new Map(cars.map((car) => [car.id, car]));
  const all = entries.map((entry): HuntedCarWire => {
    const car = byId.get(entry.carId) ?? null;
    // The present id of a locked car would tell which one it is.
    const isShown = car !== null && !isLocked(viewer, car.rating);
    const id = (isShown && current.get(entry.carId)) || entry.carId;
    return wireHunted({ ...entry, carId: id }, car && { ...car, id }, viewer, marks);
  });
  return { cars: joinHunted(all) };
});

/** The answer to a check of one car, alone or in a file of many. @throws Failure as `checkPlate` */
async function checkedCar(
  asker: Asker,
  viewer: Viewer,
  asked: TypedCar,
  readComparables = comparablesOf,
): Promise<CheckedCarWire> {
  const { car, listed } = await checkPlate(asker, viewer, asked);
  const own = marksOf(noMarks, car);
  const shown = wireCarDetail(car, viewer, own, await readComparables(car, viewer));
  const isMileageTyped = asked.mileageKm !== null && asked.mileageKm !== listed?.mileageKm;
  const typed = isMileageTyped && { is_mileage_typed: true as const };
  const told = {
    ...(shown.locked ? { told: { ...wireTold(car, viewer, own.lookedAt), ...typed } } : typed),
    ...(listed && { on_list: wireOnList(listed) }),
  };
  return { ...shown, ...told } as CheckedCarWire;
}

export const checkCarRoute = endpoint('POST /api/cars/check', async ({ body }, caller, request) => {
  const asker = caller ? { userId: caller.id } : { address: request.clientAddress };
  return checkedCar(asker, await readViewer(caller), {
    plate: normalPlate(body.plate),
    priceDkk: body.price ?? null,
    mileageKm: body.mileage ?? null,
  });
});

export const checkCarsRoute = endpoint('POST /api/cars/check/bulk', async ({ query, body }, caller) => {
  const now = clock.now();
  const plan = await getPlan(caller.id);
  const reason = premiumRefusal(plan, now);
  if (reason !== null)
    throw new Failure(403, 'forbidden', 'Valuing a file of cars is part of Premium.', { reason });
  const viewer = viewerOf(caller.id, plan, now);
  const { from = 0, language = 'en' } = query;
  // A row shows none of the cars that its value rests on.
  const check = (typed: TypedCar) => checkedCar({ userId: caller.id }, viewer, typed, async () => []);
  return checkFile(body, { from, language }, check);
});

/** An entry with its car as this reader may see it; a car that is locked for them shows no change of its price. */
function wireHunted(entry: HuntEntry, car: Car | null, viewer: Viewer, marks: Marks): HuntedCarWire {
  const { carId, note, stage, day, changedAt } = entry;
  const isShown = car !== null && !isLocked(viewer, car.rating);
  const hasChanged =
    isShown && car.priceDkk !== entry.priceDkk && isPriceChange(entry.priceDkk, car.priceDkk);
  return {
    ...{ id: carId, note, stage, day, changed_at: changedAt },
    car: isShown ? wireCar(toCard(car), viewer, marksOf(marks, car)) : car && lockedStub(carId),
    price_before: hasChanged ? entry.priceDkk : null,
    has_ended: isShown && isOffered(entry.availability) && !isOffered(car.availability),
  };
}

export const countCarsRoute = endpoint('GET /api/counts', async () => {
  const catalog = await getCatalog({ isBusy: false, heardOf: null });
  return { ...(await catalog.counts()), catalogVersion: catalog.version };
});

export const getCarCostRoute = endpoint('GET /api/cars/{id}/cost', async ({ params, query }, caller) => {
  const { car, viewer } = await readCar(params.id, caller);
  if (isLocked(viewer, { deal: car.rating.deal })) return lockedStub(car.id);
  return wireCostOf(car, viewer, loadModel, {
    kmPerYear: query.km ?? usualKmPerYear,
    now: clock.now().toISOString(),
  });
});

export const getCarRoute = endpoint('GET /api/cars/{id}', async ({ params }, caller) =>
  wireReadCar(await readCar(params.id, caller)),
);

export const getOutlookRoute = endpoint('GET /api/cars/{id}/outlook', async ({ params }, caller) => {
  const { car, viewer } = await readCar(params.id, caller);
  const { reason } = car.rating;
  const outlook = outlookOf(reason, {
    facts: valuationFacts(car),
    flags: car.flags,
    // Rated cars need no model to be answered.
    model: hasOutlook(reason) ? await loadModel() : null,
    registerValuation: null,
    now: clock.now().toISOString(),
  });
  const ofModel = (await getCars(outlook.modelIds)).map(({ car: other }) => other);
  // Its own former ad may be among what the model learned from.
  const open = ofModel.filter((other) => other.id !== car.id && !isLocked(viewer, other.rating));
  const isCounted = outlook.isCounted || ofModel.some((other) => other.id === car.id);
  return wireOutlookOf({ ...outlook, isCounted }, open, viewer);
});

type Query = Input<'GET /api/cars'>['query'];

/** One of the caller's own imports; null when it is no longer stored. */
async function importOf(jobId: string, caller: Caller | null): Promise<Job | null> {
  const owners = caller ? await listOwners(jobId) : [];
  if (!caller || !owners.some((owner) => owner.userId === caller.id))
    throw new Failure(404, 'not_found', 'There is no such import.');
  return getJob(jobId);
}

/**
 * The ads of a running import that are not rated yet, with no more than the marketplace's search shows anybody. Cars already
 * known to be locked for this viewer are left out. A viewer without premium sees the ads only until the first one is rated:
 * an ad that later vanished without becoming a car would be known to be amazing.
 */
async function unratedAds(job: Job, viewer: Viewer): Promise<UnratedAdWire[]> {
  if (!viewer.isPremium && job.done.size + job.failed.size > 0) return [];
  const open = (await listDrafts(job.id)).filter(
    ({ carId, listing }) => listing.id !== '' && !isSettledCar(job, carId),
  );
  const locked = await lockedAmong(
    open.map(({ carId }) => carId),
    viewer,
  );
  return open
    .filter(({ carId }) => !locked.has(carId))
    .map(({ carId, listing, identification }) => ({
      ...(viewer.isPremium && { id: carId }),
      title: listing.title,
      price: priceDkkOf(listing),
      foreign_price: listing.price && listing.price.currency !== 'DKK' ? listing.price : null,
      year: listing.year,
      mileage: listing.mileage?.km ?? null,
      city: listing.city,
      image_url: identification?.photos[0] ? photoUrl(identification.photos[0].small) : null,
    }));
}

/** The filters are empty except for the import, and the first page is requested. */
const isWholeImport = ({ page, sort: _, view: __, import: ___, catalogVersion: ____, ...filters }: Query) =>
  (page ?? 1) === 1 && Object.values(filters).every((value) => value === undefined);

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
  if (view === 'discovered') return new Set(marks.discoveredAt.keys());
  return view === 'starred' ? marks.stars : marks.hidden;
}

/** Replaces former ids of cars by their current ones. */
async function withCurrentIds(
  ids: ReadonlySet<string>,
  catalog: CatalogReader,
): Promise<ReadonlySet<string>> {
  const current = await catalog.currentIds(ids);
  return current.size === 0 ? ids : new Set([...ids].map((id) => current.get(id) ?? id));
}

/** Cards with the page's locked stubs at their fixed slots. A stub's id identifies a slot, not a car. */
function withStubs(
  page: CardPage,
  viewer: Viewer,
  marks: Marks,
  { from, sort, maxRunningDkk, minRangeKm, minBatteryKwh }: CardQuery,
): CarListWire['cars'] {
  const asksRunning = sort === 'running_asc' || maxRunningDkk !== null;
  const asksElectric =
    sort === 'range_desc' || sort === 'battery_desc' || minRangeKm !== null || minBatteryKwh !== null;
  const cars: CarListWire['cars'] = page.cards.map((card) => ({
    ...wireCar(card, viewer, marksOf(marks, card)),
    ...(from && { distance_km: kmFrom(from, card) }),
    ...(asksRunning && { running_cost: runningCost(card) }),
    ...(asksElectric && { electric_km: card.rangeKm, electric_kwh: card.batteryKwh }),
  }));
  for (let i = 0; i < page.lockedOnPage; i++) {
    const slot = Math.min(lockedSlots[i]!, cars.length);
    cars.splice(slot, 0, lockedStub(`locked-${page.page}-${i + 1}`));
  }
  return cars;
}

export const listCarsRoute = endpoint('GET /api/cars', async ({ query }, caller) => {
  const [viewer, marks] = await readViewerAndMarks(caller);
  const job = query.import ? await importOf(query.import, caller) : null;
  const held = query.import ? (job?.done ?? new Set<string>()) : await narrow(query, caller, marks);
  const catalog = await getCatalog({
    // A person's own views must show their latest changes.
    isBusy: held !== null,
    heardOf: query.catalogVersion ?? null,
  });
  const among = held && (await withCurrentIds(held, catalog));
  // Cars from dropped pages appear only in the person's own views.
  const own: Card[] = among && caller ? await readPrivateCards(caller.id) : [];
  const hidden = await withCurrentIds(query.view === 'hidden' ? noMarks.hidden : marks.hidden, catalog);
  const cardQuery = readCardQuery(query, clock.now(), among, hidden);
  const page = await catalog.query(cardQuery, viewer, own);
  const { cards: _, lockedOnPage: __, ...counts } = page;
  return {
    ...counts,
    cars: withStubs(page, viewer, marks, cardQuery),
    catalogVersion: catalog.version,
    ...(job && !isOver(job) && isWholeImport(query) && { unrated: await unratedAds(job, viewer) }),
  };
});

export const listKnownCarsRoute = endpoint('POST /api/cars/known', async ({ body }, caller) => {
  const now = clock.now().toISOString();
  const { viewer, cars } = await findCarsByLinks(body.links, caller);
  return {
    cars: cars.map(({ link, car }) => ({ link, car: car && wireKnownCar(car, viewer, now) })),
  };
});

export const listSimilarCarsRoute = endpoint('GET /api/cars/{id}/similar', async ({ params }, caller) => {
  const [{ car }, [viewer, marks]] = await Promise.all([
    readCar(params.id, caller),
    readViewerAndMarks(caller),
  ]);
  const card = toCard(car);
  // Cars similar to a locked car would reveal what it is.
  if (isLocked(viewer, card)) return { cars: [] };
  const catalog = await getCatalog({ isBusy: false, heardOf: null });
  const similar = await catalog.similar(card, viewer, await withCurrentIds(marks.hidden, catalog));
  return { cars: similar.map((each) => wireCar(each, viewer, marksOf(marks, each))) };
});

/** Removes a discovery as of `removedAt`, or restores it. @throws Failure 404 */
async function markDiscovery(id: string, caller: Caller, removedAt: string | null): Promise<{ ok: true }> {
  const carId = await markedId(id, caller);
  const ids = carId === null ? [] : await heldIds(carId);
  const marked = await Promise.all(ids.map((each) => setDiscoveryRemoved(caller.id, each, removedAt)));
  if (!marked.includes(true)) throw new Failure(404, 'not_found', 'This car is not among your discoveries.');
  return { ok: true };
}

export const removeDiscoveryRoute = endpoint('DELETE /api/discoveries/{id}', ({ params }, caller) =>
  markDiscovery(params.id, caller, clock.now().toISOString()),
);

export const restoreDiscoveryRoute = endpoint('PUT /api/discoveries/{id}', ({ params }, caller) =>
  markDiscovery(params.id, caller, null),
);

export const starCarRoute = endpoint('PUT /api/stars/{id}', async ({ params }, caller) => {
  const { car } = await requireCar(params.id, caller, readViewer(caller));
  await starCar(caller.id, car.id, clock.now().toISOString());
  return { ok: true };
});

export const hideCarRoute = endpoint('PUT /api/hidden/{id}', async ({ params }, caller) => {
  const reader = readViewerAndMarks(caller);
  const { car } = await requireCar(
    params.id,
    caller,
    reader.then(([viewer]) => viewer),
  );
  const [, { hidden }] = await reader;
  if (!hidden.has(car.id) && hidden.size >= limits.hiddenCars)
    throw new Failure(403, 'hidden_full', `You can hide ${limits.hiddenCars} cars. Show one again first.`);
  await hideCar(caller.id, car.id, clock.now().toISOString());
  return { ok: true };
});

export const unhideCarRoute = endpoint('DELETE /api/hidden/{id}', async ({ params }, caller) => {
  // As for stars: a car that the caller may not know of is handled under the id as given.
  const carId = (await markedId(params.id, caller)) ?? params.id;
  for (const id of await heldIds(carId)) await unhideCar(caller.id, id);
  return { ok: true };
});

export const takePlateBackRoute = endpoint('DELETE /api/cars/{id}/plate', async ({ params }, caller) => {
  await takePlateBack(params.id, caller);
  return wireReadCar(await readCar(params.id, caller));
});

export const typePlateRoute = endpoint(
  'PUT /api/cars/{id}/plate',
  async ({ params, body }, caller, request) => {
    await typePlate(params.id, caller, {
      plate: normalPlate(body.plate),
      isConfirmed: body.confirmed ?? false,
      readSender: () => senderOf(caller.id, request.clientAddress),
    });
    return wireReadCar(await readCar(params.id, caller));
  },
);

export const unstarCarRoute = endpoint('DELETE /api/stars/{id}', async ({ params }, caller) => {
  // A car that the caller may not know of is handled under the id as given: the answer takes the same time, and no other car
  // loses its star.
  const carId = (await markedId(params.id, caller)) ?? params.id;
  for (const id of await heldIds(carId)) await unstarCar(caller.id, id);
  return { ok: true };
});

import { alertCar } from '#core/alerts/alert-words.ts';
import { type Car, isLocked, type Viewer } from '#core/cars/car.ts';
import { type Card, isCard, toCard } from '#core/cars/card.ts';
import { noLimits } from '#core/catalog/card-query.ts';
import type { Output } from '#core/contract/table.ts';
import { findingText } from '#core/pages/car-page.ts';
import {
  type AutomatedSearch,
  changedCatalog,
  filterQuery,
  filterSearchPrefix,
  fitsThen,
  fittingCards,
  isBrowserSearch,
  isRunId,
} from '#core/searches/automated-search.ts';
import { findByFilter, type Replayed, replayCar, replayDays, watchedSince } from '#core/searches/replay.ts';
import { isAvoided, type TellRule } from '#core/searches/tell-rule.ts';
import type { Language } from '#core/shared.ts';
import { readMarks } from '#functions/accounts/store.ts';
import { isHidden, readViewer } from '#functions/cars/read-car.ts';
import { getCars, getOwnCars, listFoundBy } from '#functions/cars/store.ts';
import { eachCatalogPage } from '#functions/catalog/change-store.ts';
import { getLink } from './store.ts';

const dayMs = 86_400_000;
/** More cars are not looked at; each is read with all its texts. */
const mostCars = 300;
const mostExamples = 3;

/** What would have been told of these cars; `from`: since when all cars of the search are known. */
type Outcome = { told: Replayed[]; cars: readonly Car[]; from: string; isComplete: boolean };

type Ask = { rule: TellRule; startTime: string; viewer: Viewer; now: Date };

const open = (cars: readonly Car[], viewer: Viewer) => cars.filter((car) => !isLocked(viewer, car.rating));

/**
 * As if the list had been searched by these filters every hour of the last days. All that changed since is read, whatever its
 * price and mileage are now, because it may have fitted before. Cars that are locked for the viewer are left out.
 */
async function ofFilter(href: string, { rule, startTime, viewer, now }: Ask): Promise<Outcome> {
  const query = filterQuery(href, now);
  const { minPriceDkk, maxPriceDkk, maxMileageKm } = noLimits;
  const wide = { ...query, minPriceDkk, maxPriceDkk, maxMileageKm };
  const cards: Card[] = [];
  let oldest = now.toISOString();
  await eachCatalogPage(
    () => startTime,
    (changes) => {
      const page = changes.filter(isCard);
      for (const { firstSeenAt } of page) if (firstSeenAt < oldest) oldest = firstSeenAt;
      const offered = page.map((card) => ({ ...card, availability: 'live' as const, goneAt: null }));
      cards.push(...fittingCards(changedCatalog(offered), wide, viewer));
    },
  );
  const newest = cards.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)).slice(0, mostCars);
  const stored = await getCars(newest.map(({ id }) => id));
  const cars = open(
    stored.map(({ car }) => car),
    viewer,
  );
  const fits = fitsThen(
    cars.map((car) => ({ card: toCard(car), moments: car.moments })),
    query,
    viewer,
  );
  const search = { rule, startTime };
  const told = cars.flatMap((car) => {
    if (isAvoided(rule, car, viewer)) return [];
    const find = findByFilter(car, (moment) => fits(car.id, moment), search);
    return find ? replayCar(car, find, search, viewer) : [];
  });
  const from = [oldest, startTime].sort().at(-1)!;
  return { told, cars, from, isComplete: cards.length <= mostCars };
}

/** As the search found its cars: no more is known of a marketplace's link than what its owner was shown. */
async function ofFinds(userId: string, search: AutomatedSearch, ask: Ask): Promise<Outcome> {
  const isOwn = isBrowserSearch(search.id);
  const [finds, link] = await Promise.all([listFoundBy(userId, search.id), getLink(search.id)]);
  const newest = finds.slice(-mostCars);
  const ids = newest.map(({ carId }) => carId);
  const stored = isOwn ? await getOwnCars(ids, userId) : await getCars(ids);
  const cars = open(
    stored.map(({ car }) => car),
    ask.viewer,
  );
  const findOf = (car: Car) => newest.find(({ carId }) => carId === car.id || car.formerIds.includes(carId))!;
  // Of the first page of a search in one's own browser nothing is told, and nothing of an import that its owner watched.
  const isTold = (jobId: string) => (isOwn ? jobId !== finds[0]?.jobId : isRunId(jobId));
  const { startTime } = search;
  const told = cars.flatMap((car) => {
    if (isAvoided(ask.rule, car, ask.viewer)) return [];
    const { jobId, discoveredAt } = findOf(car);
    // Nothing was watched before the search began, also of cars that its owner was shown earlier.
    const isEarlier = discoveredAt < startTime;
    const find = { at: isEarlier ? startTime : discoveredAt, isTold: !isEarlier && isTold(jobId) };
    return replayCar(car, find, { rule: ask.rule, startTime }, ask.viewer);
  });
  const from = [startTime, ask.startTime].sort().at(-1)!;
  // A link that the marketplace refuses is not watched since.
  const isPaused = link !== null && link.pausedFor !== null;
  return { told, cars, from, isComplete: finds.length <= mostCars && !isPaused };
}

/** What a rule would have told of a search in the last thirty days, as far as its cars were watched. */
export async function replayRule(
  userId: string,
  search: Pick<AutomatedSearch, 'id' | 'href'> & Partial<AutomatedSearch>,
  { rule, language, now }: { rule: TellRule; language: Language; now: Date },
): Promise<Output<'POST /api/subscriptions/replay'>> {
  const startTime = new Date(now.getTime() - replayDays * dayMs).toISOString();
  const ask: Ask = { rule, startTime, viewer: await readViewer({ id: userId }), now };
  const isFilter = search.id.startsWith(filterSearchPrefix);
  const outcome = isFilter
    ? await ofFilter(search.href, ask)
    : await ofFinds(userId, search as AutomatedSearch, ask);
  const until = now.toISOString();
  const cars = new Map(outcome.cars.map((car) => [car.id, car]));
  const dated = outcome.told.filter(({ at }) => at >= startTime && at <= until);
  const toldCars = new Set(dated.map(({ carId }) => cars.get(carId)!));
  const marks = await readMarks(
    userId,
    [...toldCars].flatMap(({ id, formerIds }) => [id, ...formerIds]),
  );
  const told = dated
    .filter(({ carId }) => !isHidden(marks, cars.get(carId)!))
    .sort((a, b) => (a.at < b.at ? 1 : -1));
  return {
    count: told.length,
    watched_since: watchedSince(outcome.cars, outcome.from),
    is_complete: outcome.isComplete,
    examples: told.slice(0, mostExamples).map(({ kind, carId, at, priceDkk, fromDkk }) => {
      const { title, finding } = alertCar(cars.get(carId)!);
      const warning = (finding && findingText(finding, language)) ?? null;
      return { kind, car_id: carId, title, warning, at, price: priceDkk, from_price: fromDkk };
    }),
  };
}

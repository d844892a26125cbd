import { isOffered } from '#core/cars/listing-life.ts';
import { readLink } from '#core/marketplaces/links.ts';
import { hourOf, isRefused, lookAgainId, spreadSeconds } from '#core/searches/automated-search.ts';
import { adsLookedAgainPerRun, hasRoomToLookAgain } from '#core/searches/capacity.ts';
import { shardOf } from '#core/shared.ts';
import { randomSequence } from '#core/valuation/statistics.ts';
import { getCars } from '#functions/cars/store.ts';
import { automaticRun, getJob, jobItem } from '#functions/imports/job-store.ts';
import { clock } from '#functions/platform/clock.ts';
import { log } from '#functions/platform/log.ts';
import { sendHourlyRun } from '#functions/platform/queues.ts';
import { linkOptions } from '#functions/platform/settings.ts';
import { putNew } from '#functions/platform/table.ts';
import { hashLink } from './change-searches.ts';
import { readShown, type ShownCars } from './run-store.ts';
import { getSearchLoad } from './store.ts';

const dayMs = 86_400_000;
/** Of how many cars an hour chooses those whose ads it opens. */
const consideredPerHour = 20;

/** The hour's share of the cars that a link once showed and its last run did not; each has its turn. */
function considered({ ever }: ShownCars, found: ReadonlySet<string>, hour: number): string[] {
  const away = ever.filter((carId) => !found.has(carId));
  const from = (hour * consideredPerHour) % Math.max(1, away.length);
  return [...away.slice(from), ...away.slice(0, from)].slice(0, consideredPerHour);
}

/**
 * Opens, after an hourly run's visit, the ads of a few cars that the search no longer shows: a sold car may have left it, and a
 * cheaper one may stand behind the pages that are read every hour. Each is a run of its own over the ad's page, with the id of
 * its hour, so that two searches open an ad once; none is opened while the hour is full of searches.
 */
export async function lookAgain(jobId: string): Promise<void> {
  const job = await getJob(jobId);
  if (!job?.isAutomatic || isRefused(job)) return;
  const [load, shown] = await Promise.all([getSearchLoad(), readShown(job.linkHash)]);
  if (!load || !hasRoomToLookAgain(load)) return;
  const now = clock.now().toISOString();
  const nowMs = Date.parse(now);
  const hour = hourOf(clock.now());
  const cars = (await getCars(considered(shown, job.found, hour))).filter(
    ({ car }) => isOffered(car.availability) && nowMs - Date.parse(car.scrapedAt) > dayMs,
  );
  // Another order every hour: an ad that cannot be read does not keep the others from their turn.
  const orderOf = ({ car }: { car: { id: string } }) =>
    randomSequence(shardOf(`${car.id} ${hour}`, 2 ** 32))();
  cars.sort((a, b) => orderOf(a) - orderOf(b));
  for (const { car, source } of cars.slice(0, adsLookedAgainPerRun)) {
    const read = readLink(source.listing.itemUrl, linkOptions());
    if (!read.ok || read.link.kind !== 'item') continue;
    const { href } = read.link;
    const linkHash = hashLink(href);
    const jobId = lookAgainId(linkHash, hour);
    const delaySeconds = spreadSeconds(linkHash);
    const beginsAt = new Date(nowMs + delaySeconds * 1000).toISOString();
    const run = { id: jobId, kind: 'scrape', href, linkHash, privateTo: null } as const;
    if (!(await putNew({ ...jobItem(run, now), ...automaticRun(beginsAt) }))) continue;
    await sendHourlyRun({ type: 'scrape', jobId, requestId: `again-${hour}` }, delaySeconds);
    log.info('an ad is opened again', { carId: car.id, jobId });
  }
}

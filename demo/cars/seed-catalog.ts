import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import { tjekbilStory } from '#core/register/tjekbil.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
import { itemScripts } from '#demo/marketplace/pages.ts';
import { type PictureSpec, pictureSpecsOf } from '#demo/pictures/spec.ts';
import { wholeAnswer } from '#demo/register/tjekbil-answer.ts';
import { vehicleOf } from '#demo/register/vehicle-of.ts';
import { buildCar } from './build-car.ts';
import type { DemoCar } from './car.ts';
import { niceAskingPrice } from './offer.ts';
import { createRandom } from './random.ts';
import { type Ad, adOf } from './world.ts';

/** A car that other people are said to have imported already, as the pipeline would have left it. */
export type CatalogEntry = {
  car: DemoCar;
  listing: Listing;
  vehicle: Vehicle | null;
  pictures: PictureSpec[];
  /** When its ad was imported first and seen last: ISO instants. */
  firstSeenAt: string;
  lastSeenAt: string;
  /** What the ad asked before, the oldest first: typed wrongly, or a figure that says "ask me". */
  formerPricesDkk: number[];
};

const goneHours = 30 * 24;
/** Hours since an ad was seen last: most are seen every day, some have not been met for long, and the oldest never again. */
function unseenHours(seed: number, { car }: Ad): number {
  const random = createRandom(seed, 'last-seen', car.id);
  const most = car.listedHoursAgo - 1;
  if (car.listedHoursAgo > goneHours) return most;
  return random.whole(0, random.chance(0.08) ? most : Math.min(20, most));
}

/** One ad in twenty had another figure before: a typing slip that was put right, a symbol, or a price and a symbol. */
function formerPrices(seed: number, { car, price }: Ad): number[] {
  const random = createRandom(seed, 'former-prices', car.id);
  const isPlain = ['ordinary', 'bargain', 'overpriced'].includes(car.kind) && price.currency === 'DKK';
  if (!isPlain || !random.chance(0.05)) return [];
  const dearer = niceAskingPrice(price.amount * random.between(1.04, 1.15), false);
  return random.pick([[999_999], [123_456], [price.amount * 10], [dearer, 1], [dearer, 111_111], [dearer]]);
}

export const catalogSize = 1200;

/** The ads behind the catalog: of the same world as the marketplace's stock, but other cars. */
export function catalogAds(seed: number, count = catalogSize): Ad[] {
  return Array.from({ length: count }, (_, index) => {
    const hoursAgo = createRandom(seed, 'catalog-age', index).whole(12, 45 * 24);
    return adOf(buildCar(seed, index, hoursAgo), -hoursAgo);
  });
}

/**
 * The catalog a demo starts with. Listings are what the product's own parser makes of the cars' item pages, so that seeded
 * and imported cars are alike. `origin` is the demo marketplace's (it serves these item pages and photos too); `now` the
 * instant from which ads and inspections are dated.
 */
export function seedCatalog(
  seed: number,
  at: { origin: string; now: Date },
  count = catalogSize,
): CatalogEntry[] {
  const site = { origin: at.origin, startMs: at.now.getTime() };
  const today = at.now.toISOString().slice(0, 10);
  const hoursBefore = (hours: number) => new Date(site.startMs - hours * 3_600_000).toISOString();
  return catalogAds(seed, count).map((ad) => {
    const url = `${at.origin}/marketplace/item/${ad.id}/`;
    const [listing] = parsePage({
      url,
      html: itemScripts(ad, site, []).join(''),
      demoOrigin: at.origin,
    }).listings;
    if (!listing) throw new Error(`The item page of ${ad.car.title} could not be read`);
    const vehicle = vehicleOf(ad.car, today);
    const story = vehicle && tjekbilStory(vehicle.plate, wholeAnswer(ad.car, vehicle, today));
    return {
      car: ad.car,
      listing,
      vehicle: vehicle && story && { ...vehicle, story },
      pictures: pictureSpecsOf(ad.car),
      firstSeenAt: hoursBefore(ad.car.listedHoursAgo - 0.5),
      lastSeenAt: hoursBefore(unseenHours(seed, ad)),
      formerPricesDkk: formerPrices(seed, ad),
    };
  });
}

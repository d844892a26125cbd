import { buildCar } from '#demo/cars/build-car.ts';
import type { DemoCar } from '#demo/cars/car.ts';
import { createRandom, hashKeys } from '#demo/cars/random.ts';
import { niceAskingPrice } from '#demo/cars/value.ts';
import type { World } from '#demo/cars/world.ts';

/** An ad of the demo's second marketplace. */
export type DbaAd = {
  /** Eight digits. */
  id: string;
  car: DemoCar;
  amount: number;
  /** Hour of the demo's clock at which it was published, or renewed last. */
  renewedAtHour: number;
  isSold: boolean;
  /** The same car stands on the first marketplace too. */
  isCrossPost: boolean;
};

const ownCount = 260;
/** Between those of the catalog and those of the first marketplace. */
const ownOrdinals = 10_000;
const newPerHour = 2;
const crossPostShare = 0.15;
const hoursOfSale = 900;

const canBeTold = (car: DemoCar): boolean =>
  car.askingPrice.currency === 'DKK' &&
  ['ordinary', 'bargain', 'overpriced', 'leasing', 'ex_vat'].includes(car.kind);

const idOf = (seed: number, car: DemoCar): string =>
  String(31_000_000 + (hashKeys(seed, 'dba', car.id) % 8_000_000));

/** An own ad: now and then cheaper, renewed every few days, and gone when its time is over. */
function ownAd(seed: number, ordinal: number, listedAtHour: number, hour: number): DbaAd | null {
  const car = buildCar(seed, ordinal, -listedAtHour);
  if (!canBeTold(car)) return null;
  const random = createRandom(seed, 'dba-life', ordinal);
  const ends = listedAtHour + random.whole(200, hoursOfSale);
  if (hour >= ends + 2) return null;
  const everyHours = random.whole(60, 200);
  const renewals = Math.max(0, Math.floor((hour - listedAtHour) / everyHours));
  const amount =
    car.kind === 'leasing'
      ? car.askingPrice.amount
      : niceAskingPrice(car.askingPrice.amount * 0.97 ** renewals, true);
  return {
    id: idOf(seed, car),
    car,
    amount: renewals === 0 ? car.askingPrice.amount : amount,
    renewedAtHour: listedAtHour + renewals * everyHours,
    isSold: hour >= ends,
    isCrossPost: false,
  };
}

/** Cars of the first marketplace that their sellers offer here too, at a price of its own. */
function crossPosts(seed: number, world: World): DbaAd[] {
  const seen = new Set<string>();
  return world.ads().flatMap((ad): DbaAd[] => {
    const random = createRandom(seed, 'cross-post', ad.car.id);
    if (!canBeTold(ad.car) || seen.has(ad.car.id) || !random.chance(crossPostShare) || ad.state !== 'live')
      return [];
    seen.add(ad.car.id);
    const difference = random.pick([-6000, -4000, -3000, -1000, 0, 1000, 2000, 5000]);
    const amount = ad.car.kind === 'leasing' ? ad.price.amount : Math.max(ad.price.amount + difference, 5000);
    return [
      {
        id: idOf(seed, ad.car),
        car: ad.car,
        amount,
        renewedAtHour: ad.listedAtHour,
        isSold: false,
        isCrossPost: true,
      },
    ];
  });
}

/** What stands on the second marketplace at this hour, the newest first. The same seed and hour give the same ads. */
export function dbaAds(seed: number, world: World): DbaAd[] {
  const { hour } = world;
  const first = Array.from({ length: ownCount }, (_, at) =>
    ownAd(seed, ownOrdinals + at, -createRandom(seed, 'dba-age', at).whole(1, 30 * 24), hour),
  );
  const later = Array.from({ length: hour * newPerHour }, (_, at) =>
    ownAd(seed, ownOrdinals + ownCount + at, Math.floor(at / newPerHour) + 1, hour),
  );
  const own = [...first, ...later].filter((ad) => ad !== null);
  return [...own, ...crossPosts(seed, world)].sort(
    (a, b) => b.renewedAtHour - a.renewedAtHour || a.id.localeCompare(b.id),
  );
}

import { describe, expect, it } from 'vitest';
import { type CarTraits, isSameByNumber, isSameByPhotos, mayBeSameCar } from '#core/cars/same-car.ts';
import { dba } from '#core/marketplaces/dba/dba.ts';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import { buildCar } from '#demo/cars/build-car.ts';
import type { DemoCar } from '#demo/cars/car.ts';
import { models } from '#demo/cars/models.ts';
import { chooseKind } from '#demo/cars/offer.ts';
import { createRandom } from '#demo/cars/random.ts';
import { type Ad, createWorld, type World } from '#demo/cars/world.ts';
import { type DbaAd, dbaAds, findDbaAds, searchData } from '#demo/dba/pages.ts';
import { itemScripts } from '#demo/marketplace/pages.ts';
import { pictureSpecsOf } from '#demo/pictures/spec.ts';
import { hashesOf, readAlbums } from '#tests/support/demo-pictures.ts';
import { adTraits } from '#tests/support/make-car.ts';

const site = { origin: 'http://127.0.0.1:4802', startMs: Date.parse('2026-11-21T12:00:00Z') };
const albums = readAlbums();
const seeds = [1, 2];

function onDba(ad: DbaAd) {
  const text = JSON.stringify(searchData({ ads: [ad], applied: [] }, new URLSearchParams('q=any'), site));
  const url = `${site.origin}/mobility/search/car?q=any`;
  return dba.parsePage({ url, html: text, status: 200, demoOrigin: site.origin }).listings[0]!;
}

function onFirst(ad: Ad) {
  const url = `${site.origin}/marketplace/item/${ad.id}/`;
  return parsePage({ url, html: itemScripts(ad, site, []).join(''), demoOrigin: site.origin }).listings[0]!;
}

/** Two ads of one car: what each says, with the pictures of the first and what the second shows of them. */
type Pair = { seed: number; car: DemoCar; kind: string; ads: readonly [CarTraits, CarTraits] };

function pairsOf(seed: number, world: World): Pair[] {
  const pair = (car: DemoCar, kind: string, ads: Pair['ads']): Pair => {
    const album = albums.planted[`${seed} ${car.id}`]!;
    const [one, other] = ads;
    const shown = (at: 0 | 1) => album.map((hashes) => hashes[at]);
    const both = [
      { ...one, photoHashes: shown(0) },
      { ...other, photoHashes: shown(1) },
    ] as const;
    return { seed, car, kind, ads: both };
  };
  const firstOf = (car: DemoCar) => world.ads().find((ad) => ad.car.id === car.id && ad.id === car.id)!;
  const crossPosts = dbaAds(seed, world)
    .filter(({ isCrossPost }) => isCrossPost)
    .map((ad) => pair(ad.car, 'cross-post', [adTraits(onFirst(firstOf(ad.car))), adTraits(onDba(ad))]));
  const reposts = world
    .ads()
    .filter(({ id, car }) => id !== car.id)
    .map((ad) => pair(ad.car, 'repost', [adTraits(onFirst(firstOf(ad.car))), adTraits(onFirst(ad))]));
  return [...crossPosts, ...reposts];
}

const planted = seeds.flatMap((seed) => pairsOf(seed, createWorld(seed)));
const shareOf = (pairs: readonly Pair[], isJoined: (pair: Pair) => boolean) =>
  pairs.filter(isJoined).length / pairs.length;

/** The register confirms the plate of every car whose plate is to be seen, whatever the ad says. */
function byPlate({ car, ads: [one, other] }: Pair): boolean {
  const plate = pictureSpecsOf(car).some((spec) => spec.plate !== null) ? car.plate : null;
  const known = { plate, likelyPlate: plate };
  return isSameByNumber({ ...one, ...known }, { ...other, ...known });
}
const byPhotos = ({ ads: [one, other] }: Pair): boolean =>
  isSameByPhotos({ ...one, likelyPlate: null, vin: null }, { ...other, likelyPlate: null, vin: null });

describe('reposts and cross-posts that the demo plants', () => {
  it('are joined in at least 95 of 100, by plate or photos', () => {
    const joined = shareOf(planted, (pair) => byPlate(pair) || byPhotos(pair));
    console.info(
      `${planted.length} planted: ${planted.filter(byPlate).length} by plate, ${planted.filter(byPhotos).length} by photos alone, ${(100 * joined).toFixed(1)} % by either`,
    );
    expect(planted.filter(({ kind }) => kind === 'repost').length).toBeGreaterThan(10);
    expect(joined).toBeGreaterThanOrEqual(0.95);
  });

  it('are joined by their photos alone where no plate is known and both ads say what it takes', () => {
    const isTold = ({ ads }: Pair) =>
      ads.every(
        ({ make, model, year, mileageKm, city }) => ![make, model, year, mileageKm, city].includes(null),
      );
    const told = planted.filter(isTold);
    console.info(`${told.length} of ${planted.length} say make, model, year, mileage and place`);
    expect(shareOf(told, byPhotos)).toBeGreaterThanOrEqual(0.9);
  });

  it('have the hashes that were kept of their pictures', async () => {
    const [{ seed, car }] = planted as [Pair];
    const [spec] = pictureSpecsOf(car);
    expect(await hashesOf(spec!)).toEqual(albums.planted[`${seed} ${car.id}`]![0]);
  });
});

describe('2,000 pairs of different cars of one model', () => {
  const golf = models.filter(({ make, name }) => make === 'Volkswagen' && name === 'Golf');

  /** Of one dealer, before one wall, of one year, its plate not to be seen. */
  function specimen(ordinal: number, year: number): CarTraits | null {
    // Vans without VAT and motorcycles are other models.
    if (['ex_vat', 'motorcycle'].includes(chooseKind(createRandom(5, 'kind', ordinal)))) return null;
    const car = buildCar(5, ordinal, 24, golf);
    if (car.year !== year) return null;
    const random = createRandom('hard', ordinal);
    const isMirrored = random.chance(0.5);
    const views = ['front34', random.pick(['side', 'front'] as const), 'rear34'] as const;
    const outside = views.map((view) => albums.hatchbacks[[view, car.paint.danish, isMirrored].join(' ')]!);
    return {
      ...{ make: car.make, model: car.model, year: car.year, mileageKm: car.mileageKm, city: 'Odense' },
      ...{ fuel: car.fuel, gearbox: car.gearbox, horsepower: car.engine.horsepower },
      // Half of the ads name the colour.
      color: random.chance(0.5) ? car.paint.danish : null,
      ...{ plate: null, likelyPlate: null, vin: null },
      photoHashes: [...outside, random.pick(albums.interiors)],
      offeredAt: new Date(site.startMs - random.whole(0, 60) * 86_400_000).toISOString(),
    };
  }

  it('of one dealer, year and wall are taken for one in at most 5 of 1,000', () => {
    const cars = [2015, 2016, 2017, 2018].flatMap((year) => [
      Array.from({ length: 1200 }, (_, n) => specimen(n, year)).filter((car) => car !== null),
    ]);
    const pairs = cars.flatMap((ofYear) =>
      ofYear.flatMap((one, at) => ofYear.slice(at + 1).map((other) => [one, other] as const)),
    );
    const random = createRandom('pairs');
    const some = Array.from({ length: 2000 }, () => random.pick(pairs));
    const joined = some.filter(([one, other]) => isSameByPhotos(one, other)).length;
    const alike = some.filter(([one, other]) =>
      isSameByPhotos(one, { ...other, mileageKm: one.mileageKm, color: null, offeredAt: one.offeredAt }),
    ).length;
    console.info(
      `${joined} of 2,000 joined; ${alike} would be, did their mileage and colour not tell them apart`,
    );
    expect(pairs.length).toBeGreaterThan(2000);
    expect(joined / 2000).toBeLessThanOrEqual(0.005);
    // The pictures alone would not do: the pairs are hard ones.
    expect(alike).toBeGreaterThan(50);
  });
});

const seed = 1;
const world = createWorld(seed);
const ads = dbaAds(seed, world);

/** The ad as the product reads it from the demo's search. */
function readOnDba(ad: DbaAd) {
  const asked = new URLSearchParams({ q: 'any' });
  const text = JSON.stringify(searchData({ ads: [ad], applied: [] }, asked, site));
  const url = `${site.origin}/mobility/search/car?q=any`;
  return dba.parsePage({ url, html: text, status: 200, demoOrigin: site.origin }).listings[0]!;
}

function readOnFirst(ad: DbaAd) {
  const first = world.ads().find(({ car }) => car.id === ad.car.id)!;
  const url = `${site.origin}/marketplace/item/${first.id}/`;
  return parsePage({ url, html: itemScripts(first, site, []).join(''), demoOrigin: site.origin })
    .listings[0]!;
}

describe('the demo’s DBA', () => {
  it('has a few hundred ads of its own and some of the first marketplace’s cars, each once', () => {
    const crossPosts = ads.filter(({ isCrossPost }) => isCrossPost);
    expect(ads.length - crossPosts.length).toBeGreaterThan(150);
    expect(crossPosts.length).toBeGreaterThan(30);
    expect(new Set(ads.map(({ id }) => id)).size).toBe(ads.length);
    expect(new Set(ads.map(({ car }) => car.plate)).size).toBe(ads.length);
  });

  it('has cars in two places whose ads agree in at least 95 of 100 well enough to be joined by their plate', () => {
    const pairs = ads
      .filter(({ isCrossPost }) => isCrossPost)
      .map((ad) => [readOnFirst(ad), readOnDba(ad)] as const);
    const joined = pairs.filter(([first, second]) => mayBeSameCar(adTraits(first), adTraits(second)));
    expect(joined.length / pairs.length).toBeGreaterThanOrEqual(0.95);
    expect(pairs.every(([, second]) => second.plate !== null)).toBe(true);
  });

  it('lives by the clock: ads come, are renewed at a lower price, are sold and go', () => {
    const later = createWorld(seed);
    later.advance(24 * 14);
    const after = new Map(dbaAds(seed, later).map((ad) => [ad.id, ad]));
    const stayed = ads.flatMap((ad) => (after.has(ad.id) ? [[ad, after.get(ad.id)!] as const] : []));
    expect(after.size).toBeGreaterThan(stayed.length);
    expect(stayed.length).toBeLessThan(ads.length);
    const renewed = stayed.filter(
      ([before, now]) => now.renewedAtHour > before.renewedAtHour && !now.isCrossPost,
    );
    expect(renewed.length).toBeGreaterThan(20);
    expect(renewed.every(([before, now]) => now.amount <= before.amount)).toBe(true);
    expect([...after.values()].some(({ isSold }) => isSold)).toBe(true);
  });

  it('applies the filters that it knows and says which, and drops others without a word', () => {
    const find = (search: string) => findDbaAds(ads, new URLSearchParams(search));
    expect(find('fuel=4').ads.every(({ car }) => car.fuel === 'electric')).toBe(true);
    expect(find('variant=0.817').ads.every(({ car }) => car.make === 'Volkswagen')).toBe(true);
    expect(
      find('location=0.200009').ads.every(
        ({ car }) => car.place.postalCode >= 5000 && car.place.postalCode < 6000,
      ),
    ).toBe(true);
    expect(find('dealer_segment=2').ads.length + find('dealer_segment=3').ads.length).toBe(ads.length);
    const unknown = find('variant=0.999999&price_to=100000');
    expect(unknown.applied.map(({ name }) => name)).toEqual(['price_to']);
    expect(unknown.ads.every(({ amount }) => amount <= 100_000)).toBe(true);
  });
});

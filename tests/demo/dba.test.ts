import { describe, expect, it } from 'vitest';
import { mayBeSameCar } from '#core/cars/same-car.ts';
import { dba } from '#core/marketplaces/dba/dba.ts';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import { createWorld } from '#demo/cars/world.ts';
import { type DbaAd, dbaAds, findDbaAds, searchData } from '#demo/dba/pages.ts';
import { itemScripts } from '#demo/marketplace/pages.ts';
import { adTraits } from '#tests/support/make-car.ts';

const seed = 1;
const site = { origin: 'http://127.0.0.1:4802', startMs: Date.parse('2026-11-21T12:00:00Z') };
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

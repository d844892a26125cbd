import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { marketplaceOrigin } from '#core/marketplaces/facebook/link.ts';
import type { PageFailureClass } from '#core/marketplaces/marketplace.ts';
import { refusal } from '#tests/support/fake-marketplace.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { markOf, type World } from './world.ts';

const refusals: readonly PageFailureClass[] = ['rate_limited', 'login_wall', 'checkpoint'];

/** A marketplace of a few links whose ads come, go and cost less. */
export function createMarket({ chance, marketplace, hrefOf }: World, linkCount: number) {
  const links = Array.from({ length: linkCount }, (_, n) => ({
    href: hrefOf(`bil-${n}`),
    ads: [] as Listing[],
  }));
  let lastId = 0;
  function newAd(): Listing {
    const id = `8007${String(++lastId).padStart(6, '0')}`;
    return makeListing({
      id,
      title: `2019 Škoda Octavia ${markOf(id)}`,
      itemUrl: `${marketplaceOrigin}/marketplace/item/${id}/`,
      price: { amount: 50_000 + 1000 * chance.whole(150), currency: 'DKK' },
    });
  }
  function show({ href, ads }: (typeof links)[number]): void {
    const isRefused = chance.is(0.05);
    const half = Math.ceil(ads.length / 2);
    // The feed repeats an ad where its pages meet.
    const batches = [ads.slice(0, half), ads.slice(Math.max(0, half - 1))].filter(({ length }) => length > 0);
    const failure = isRefused ? refusal(chance.pick(refusals)) : null;
    marketplace.searches.set(href, {
      batches: isRefused ? [] : batches,
      end: { failure, isEmpty: !isRefused && batches.length === 0 },
    });
  }
  for (const link of links) {
    link.ads = Array.from({ length: 1 + chance.whole(3) }, newAd);
    show(link);
  }
  return {
    hrefs: links.map(({ href }) => href),
    /** One link changes. */
    turn(): void {
      const link = chance.pick(links);
      const die = chance.next();
      if (die < 0.4) link.ads.push(newAd());
      else if (die < 0.65 && link.ads.length > 1) link.ads.splice(chance.whole(link.ads.length), 1);
      else if (link.ads.length > 0) {
        const ad = chance.pick(link.ads);
        ad.price = { amount: Math.max(10_000, ad.price!.amount - 5000), currency: 'DKK' };
      }
      if (link.ads.length > 4) link.ads.shift();
      show(link);
    },
  };
}

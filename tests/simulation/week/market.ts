import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { marketplaceOrigin } from '#core/marketplaces/facebook/link.ts';
import type { PageFailureClass } from '#core/marketplaces/marketplace.ts';
import { randomSequence } from '#core/valuation/statistics.ts';
import { refusal, searchAddress } from '#tests/support/fake-marketplace.ts';
import { makeListing } from '#tests/support/make-car.ts';
import type { PipelineWorld } from '#tests/support/pipeline-world.ts';

/** What one link would show in one hour, and whether the marketplace would refuse it. */
export type Showing = { carIds: string[]; refused: PageFailureClass | null };

// Not those after which the visit is made again within the run: that would only count visits twice.
const refusals: readonly PageFailureClass[] = ['rate_limited', 'login_wall', 'checkpoint', 'consent_wall'];
const firstCars = 9;

/**
 * A marketplace that changes by the hour, the same way for the same seed: ads come and go, cost less, hide for an hour,
 * stand in another order, twice, or under two searches.
 */
export function createMarket(world: PipelineWorld, linkCount: number, seed: number) {
  const random = randomSequence(seed);
  const chance = (share: number) => random() < share;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const links = Array.from({ length: linkCount }, (_, n) => ({
    // An address of the same letters in every run: a link's place in its hour follows from them.
    href: searchAddress(marketplaceOrigin, `bil-${n}`),
    ads: [] as Listing[],
  }));
  const shown = new Map<string, Showing>();
  let lastId = 0;

  function newAd(): Listing {
    const id = `80070${String(++lastId).padStart(8, '0')}`;
    return makeListing({
      id,
      title: `2019 Škoda Octavia nr. ${lastId}`,
      photoUrls: [],
      itemUrl: `${marketplaceOrigin}/marketplace/item/${id}/`,
      price: { amount: 50_000 + 1000 * Math.floor(random() * 150), currency: 'DKK' },
    });
  }
  function shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }
  function change(link: (typeof links)[number]): void {
    if (chance(0.05)) link.ads.push(newAd());
    if (chance(0.02)) link.ads.push(pick(pick(links).ads));
    if (chance(0.06) && link.ads.length > 3) link.ads.splice(Math.floor(random() * link.ads.length), 1);
    if (chance(0.05)) {
      const ad = pick(link.ads);
      ad.price = { amount: ad.price!.amount - 1000, currency: 'DKK' };
    }
    link.ads = [...new Set(link.ads)];
  }

  for (const link of links) link.ads = Array.from({ length: firstCars }, newAd);
  return {
    hrefs: links.map(({ href }) => href),
    /** The next hour's state of every link, by its address. */
    turn(): ReadonlyMap<string, Showing> {
      for (const link of links) {
        change(link);
        const visible = shuffled(link.ads).filter(() => !chance(0.01));
        const refused = chance(0.03) ? pick(refusals) : null;
        const partial = refused ? visible.slice(0, chance(0.5) ? 0 : 2) : visible;
        const half = Math.ceil(partial.length / 2);
        // The feed repeats an ad where its pages meet.
        const batches = [partial.slice(0, half), partial.slice(Math.max(0, half - 1))].filter(
          (batch) => batch.length > 0,
        );
        world.marketplace.searches.set(link.href, {
          batches,
          end: { failure: refused && refusal(refused), isEmpty: batches.length === 0 },
        });
        shown.set(link.href, { carIds: partial.map(({ id }) => id), refused });
      }
      return new Map(shown);
    },
  };
}

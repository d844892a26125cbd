import type { Ad, World } from '#demo/cars/world.ts';

/** How many a search of this kind finds: enough for a page and one answer to scrolling, few enough not to wait for. */
const adCount = 10;

/** Ads that say nothing odd by themselves. */
function plainAds(world: World): Ad[] {
  const isPlain = ({ state, car }: Ad) =>
    state === 'live' && car.kind === 'ordinary' && car.quirks.length === 0 && car.twist === 'none';
  return world.ads().filter(isPlain);
}

/** The same car in an ad of its own, which says this of it. */
const offered = (ad: Ad, digits: string, changes: Partial<Ad>, car: Partial<Ad['car']> = {}): Ad => {
  const id = `${digits}${ad.id.slice(-13)}`;
  return { ...ad, ...changes, id, car: { ...ad.car, ...car, id } };
};

export const badges = ['Sold', 'Solgt', 'Pending', 'Reserveret', 'Just listed', 'Netop opslået'] as const;

function badgedAds(world: World): Ad[] {
  const states: Ad['state'][] = ['sold', 'sold', 'pending', 'pending', 'live', 'live'];
  return plainAds(world)
    .slice(20, 20 + badges.length)
    .map((ad, place) => offered(ad, '970', { state: states[place]! }));
}

const dkk = (amount: number): Pick<Ad, 'price'> => ({ price: { amount, currency: 'DKK' } });

/** What sellers type where the form wants a figure and they have something else to say. */
function symbolicAds(world: World): Ad[] {
  // Old enough that nobody believes them new.
  const used = plainAds(world).filter(({ car }) => car.year <= 2016);
  const [a, b, c, d, e] = used.slice(-5) as [Ad, Ad, Ad, Ad, Ad];
  const words = 'Velholdt bil, ring for mere.';
  const later = 'Finansiering: udbetaling 19.900 kr., derefter 2.495 kr. pr. md.';
  return [
    offered(a, '981', dkk(12), { description: words }),
    offered(b, '982', dkk(19_900), { description: `${words} ${later}` }),
    offered(c, '983', dkk(19_900), { title: `${c.car.title} - udbetaling 19.900`, description: words }),
    offered(d, '984', {}, { mileageKm: 300, description: words }),
    offered(e, '985', {}, { mileageKm: 111_111, description: words }),
  ];
}

/** The ads of a search whose word asks for something unkind, in the order of the site; null for any other word. */
export function unkindAds(word: string, world: World): Ad[] | null {
  if (word === 'badges') return badgedAds(world);
  if (word === 'symbolic') return symbolicAds(world);
  return unkindWords.some((each) => each === word) ? plainAds(world).slice(0, adCount) : null;
}

/** Of the search that somebody looked at before. */
export const earlierAds = (world: World): Ad[] => plainAds(world).slice(40, 40 + adCount);

export const unkindWords = [
  'cookie-overlay',
  'log-in-overlay',
  'late-rows',
  'refused-continuation',
  'more-cards',
  'stale-data',
  'badges',
  'symbolic',
] as const;
export type UnkindWord = (typeof unkindWords)[number];

/** Ads that stand in no search of the usual kind: their own pages and photos are asked for all the same. */
export const findUnkindAd = (id: string, world: World): Ad | null =>
  /^9[78]/.test(id)
    ? ([...badgedAds(world), ...symbolicAds(world)].find((ad) => ad.id === id) ?? null)
    : null;

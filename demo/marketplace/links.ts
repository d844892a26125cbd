import type { PageFailureClass } from '#core/marketplaces/marketplace.ts';
import type { World } from '#demo/cars/world.ts';
import { type UnkindWord, unkindAds, unkindWords } from './failures.ts';
import { findAds, readSearchAddress } from './search.ts';

/** An address to paste into the product. `expectedCars` as of the demo's first hour, rows that are no cars included. */
export type DemoLink = {
  url: string;
  title: string;
  /** Danish for the demo's home page. */
  danishTitle: string;
  /** `unkind`: cars are found, although the site makes it hard; `dba`: of the second marketplace. */
  kind: 'search' | 'unkind' | 'failure' | 'dba';
  failureClass?: PageFailureClass | 'empty';
  expectedCars?: number;
};

type Row = readonly [path: string, title: string, danishTitle: string];

const searches: readonly Row[] = [
  ['/marketplace/category/search?query=skoda', 'Škoda, all of Denmark', 'Škoda i hele landet'],
  [
    '/marketplace/copenhagen/vehicles?minPrice=40000&maxPrice=90000',
    'København, 40.000–90.000 kr.',
    'København, 40.000–90.000 kr.',
  ],
  [
    '/marketplace/aarhus/vehicles?minYear=2015&maxPrice=80000',
    'Aarhus, 2015 or newer, up to 80.000 kr.',
    'Aarhus, fra 2015, højst 80.000 kr.',
  ],
  [
    '/marketplace/odense/vehicles?minYear=2018&maxPrice=150000',
    'Odense, 2018 or newer, up to 150.000 kr.',
    'Odense, fra 2018, højst 150.000 kr.',
  ],
  ['/marketplace/search?query=vw&minYear=2015', 'Volkswagen, 2015 or newer', 'Volkswagen fra 2015 og frem'],
  ['/marketplace/category/vehicles?make=Ford', 'Ford, all of Denmark', 'Ford i hele landet'],
  [
    '/marketplace/copenhagen/vehicles?transmissionType=automatic&maxPrice=200000',
    'København, automatic, up to 200.000 kr.',
    'København, automatgear, højst 200.000 kr.',
  ],
  [
    '/marketplace/category/search?query=toyota&sortBy=price_ascend',
    'Toyota, cheapest first',
    'Toyota, billigste først',
  ],
  ['/marketplace/category/search?query=golf', 'Golf, all of Denmark', 'Golf i hele landet'],
  ['/marketplace/odense/vehicles', 'Everything around Odense (long)', 'Alt omkring Odense (lang)'],
];

/** Each by the word that is searched for in Odense, or by its path. */
const failures: readonly (readonly [
  wordOrPath: string,
  title: string,
  danishTitle: string,
  failureClass: PageFailureClass | 'empty',
])[] = [
  ['login-wall', 'Sent on to the log-in page', 'Sendt videre til login', 'login_wall'],
  ['login-form', 'Log-in page under the address asked for', 'Login på samme adresse', 'login_wall'],
  [
    '/marketplace/aarhus/search?query=rate-limited',
    'Too many requests (429)',
    'For mange forespørgsler',
    'rate_limited',
  ],
  [
    '/marketplace/aarhus/search?query=rate-limited-later',
    'Too many requests after the first rows',
    'Afvist efter de første rækker',
    'rate_limited',
  ],
  ['checkpoint', 'Security check', 'Sikkerhedskontrol', 'checkpoint'],
  ['consent', 'Asks for consent to cookies', 'Spørger om cookies', 'consent_wall'],
  ['listing-removed', 'Listing removed', 'Annoncen er fjernet', 'listing_removed'],
  [
    '/marketplace/item/100000000000001',
    'A single car that is gone',
    'En enkelt bil, der er væk',
    'listing_removed',
  ],
  [
    '/marketplace/atlantis/search?query=golf',
    'A place nobody knows',
    'Et sted, ingen kender',
    'location_not_recognised',
  ],
  ['layout-changed', 'The page has a new layout', 'Siden har fået nyt udseende', 'layout_changed'],
  ['half-readable', 'Half of the rows cannot be read', 'Halvdelen kan ikke læses', 'layout_changed'],
  ['unknown-page', 'A page that is no search', 'En helt anden side', 'unknown_page'],
  ['bare-shell', 'Nothing but the page’s frame', 'Kun sidens ramme', 'withheld'],
  ['connection-lost', 'The line is cut', 'Forbindelsen afbrydes', 'network'],
  ['slow-answer', 'Never answers', 'Svarer aldrig', 'timeout'],
  ['rumskib', 'A search that finds nothing (a success)', 'En søgning uden resultat', 'empty'],
];

const unkindTitles: Readonly<Record<UnkindWord, readonly [title: string, danishTitle: string]>> = {
  'cookie-overlay': ['A question about cookies stops the page', 'Et spørgsmål om cookies stopper siden'],
  'log-in-overlay': ['A log-in dialog stops the page', 'En login-boks stopper siden'],
  'late-rows': ['The first rows come late', 'De første rækker kommer sent'],
  'refused-continuation': ['No further pages for visitors', 'Ingen flere sider til besøgende'],
  'more-cards': ['More cards than data', 'Flere kort end data'],
  'stale-data': ['Data of the search before', 'Data fra den forrige søgning'],
  badges: ['Cards with badges, without data', 'Kort med mærkater, uden data'],
  symbolic: ['Symbolic prices and mileages', 'Symbolske priser og kilometertal'],
};

function countCars(world: World, url: URL): number {
  const address = readSearchAddress(url);
  return address && 'search' in address ? findAds(world.ads(), address.search, world.hour).length : 0;
}

const searchFor = (word: string): string => `/marketplace/odense/search?query=${word}`;

/** Every address worth pasting: searches that work, the log-in dialog that is no wall, one single car, and each way to fail. */
export function listLinks(world: World, origin: string): DemoLink[] {
  const single = world.ads().find((ad) => ad.car.kind === 'bargain' && ad.state === 'live');
  return [
    ...searches.map(([path, title, danishTitle]): DemoLink => {
      const url = `${origin}${path}`;
      return { url, title, danishTitle, kind: 'search', expectedCars: countCars(world, new URL(url)) };
    }),
    {
      url: origin + searchFor('login-dialog'),
      title: 'A log-in dialog over a working page',
      danishTitle: 'Login-boks over en side, der virker',
      kind: 'search',
      expectedCars: 18,
    },
    ...(single
      ? [
          {
            url: `${origin}/marketplace/item/${single.id}`,
            title: 'A single car',
            danishTitle: 'En enkelt bil',
            kind: 'search' as const,
            expectedCars: 1,
          },
        ]
      : []),
    ...unkindWords.map((word): DemoLink => {
      const [title, danishTitle] = unkindTitles[word];
      const url = origin + searchFor(word);
      return { url, title, danishTitle, kind: 'unkind', expectedCars: unkindAds(word, world)?.length };
    }),
    ...failures.map(
      ([place, title, danishTitle, failureClass]): DemoLink => ({
        url: origin + (place.startsWith('/') ? place : searchFor(place)),
        title,
        danishTitle,
        kind: 'failure',
        failureClass,
      }),
    ),
  ];
}

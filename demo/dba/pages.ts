import type { Fuel } from '#core/marketplaces/ad/listing.ts';
import { makeOfCode } from '#core/marketplaces/dba/make-codes.ts';
import { buildCar } from '#demo/cars/build-car.ts';
import type { DemoCar } from '#demo/cars/car.ts';
import { niceAskingPrice } from '#demo/cars/offer.ts';
import { createRandom, hashKeys } from '#demo/cars/random.ts';
import { shortMakes, thousands } from '#demo/cars/wording.ts';
import type { World } from '#demo/cars/world.ts';
import type { Site } from '#demo/marketplace/feed.ts';
import type { DemoLink } from '#demo/marketplace/links.ts';
import { escapeHtml } from '#demo/marketplace/pages.ts';
import { pictureSpecsOf } from '#demo/pictures/spec.ts';
import { bodyWordOf } from '#demo/register/vehicle-of.ts';
import type { DemoDba, dbaRefusals } from './answer-dba.ts';

type Row = readonly [search: string, title: string, danishTitle: string];

const searches: readonly Row[] = [
  [
    'registration_class=1&price_to=250000',
    'DBA: up to 250.000 kr., all of Denmark',
    'DBA: højst 250.000 kr. i hele landet',
  ],
  ['variant=0.817&location=0.200009', 'DBA: Volkswagen on Funen', 'DBA: Volkswagen på Fyn'],
  ['fuel=4', 'DBA: electric cars', 'DBA: elbiler'],
  ['q=without-state&price_to=120000', 'DBA: cards without data', 'DBA: kort uden data'],
];

const failures: readonly (readonly [
  keyof typeof dbaRefusals | 'unknown-filter' | 'shut-to-robots',
  string,
  string,
  DemoLink['failureClass'],
])[] = [
  ['refused-403', 'DBA refuses (403)', 'DBA afviser (403)', 'rate_limited'],
  ['refused-429', 'DBA: too many requests (429)', 'DBA: for mange forespørgsler (429)', 'rate_limited'],
  ['refused-202', 'DBA wants a browser checked (202)', 'DBA vil tjekke browseren (202)', 'checkpoint'],
  ['refused-503', 'DBA is down (503)', 'DBA er nede (503)', 'network'],
  ['shut-to-robots', 'DBA shuts robots out', 'DBA lukker robotter ude', 'closed_to_robots'],
  ['renamed', 'DBA has renamed everything', 'DBA har omdøbt det hele', undefined],
  ['unknown-filter', 'DBA leaves out a filter', 'DBA udelader et filter', 'search_not_understood'],
];

/** Addresses of the second marketplace worth pasting. */
export function dbaLinks(dba: DemoDba, origin: string): DemoLink[] {
  const address = (search: string) => `${origin}/mobility/search/car?${search}`;
  const row = ([search, title, danishTitle]: Row): DemoLink => ({
    url: address(search),
    title,
    danishTitle,
    kind: 'dba',
    expectedCars: dba.find(new URLSearchParams(search)).ads.length,
  });
  return [
    ...searches.map(row),
    ...failures.map(([word, title, danishTitle, failureClass]): DemoLink => {
      const search = word === 'unknown-filter' ? 'variant=0.999999' : `q=${word}`;
      // What is renamed on the page still stands in the data: the import completes.
      if (failureClass === undefined) return row([search, title, danishTitle]);
      return { url: address(search), title, danishTitle, kind: 'dba', failureClass };
    }),
  ];
}

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

const fuels: Readonly<Record<Fuel, string>> = {
  petrol: 'Benzin',
  diesel: 'Diesel',
  electric: 'El',
  hybrid: 'Hybrid benzin',
  plugin_hybrid: 'Plug-in Benzin',
  gas: 'Gas (CNG)',
  hydrogen: 'Brint',
};

export const fuelWord = ({ car }: DbaAd): string => fuels[car.fuel];
export const makeWord = ({ car }: DbaAd): string => shortMakes[car.make] ?? car.make;
export const headingOf = (ad: DbaAd): string => `${makeWord(ad)} ${ad.car.model}`;
export const isWithoutVat = ({ car }: DbaAd): boolean => car.kind === 'ex_vat';
export const isLeasing = ({ car }: DbaAd): boolean => car.kind === 'leasing';
export const isDealer = ({ car }: DbaAd): boolean =>
  car.sellerType === 'dealer' || isWithoutVat({ car } as DbaAd) || isLeasing({ car } as DbaAd);
export const dealerOf = ({ car }: DbaAd): string => `${car.place.name} Bilcenter`;

/** Photos have names of their own below the ad's id, in a size that the address chooses. */
export const dbaPhotos = (ad: DbaAd, site: Site, size = 'default'): string[] =>
  pictureSpecsOf(ad.car).map(
    (spec, at) =>
      `${site.origin}/dynamic/${size}/item/${ad.id}/${at + 1}-${String(spec.seed).padStart(8, '0')}`,
  );

/** A chassis number in the right shape that no car has: its maker's code is of nobody. */
const chassisNumber = (id: string): string => `ZZ9ZZZ99Z${id.padStart(8, '0')}`;

export function docOf(ad: DbaAd, site: Site): Record<string, unknown> {
  const { car } = ad;
  const photos = dbaPhotos(ad, site);
  return {
    type: 'motor',
    ad_type: 20,
    main_search_key: 'SEARCH_ID_CAR_USED',
    id: ad.id,
    ad_id: Number(ad.id),
    canonical_url: `${site.origin}/mobility/item/${ad.id}`,
    heading: headingOf(ad),
    facade_title: headingOf(ad),
    make: makeWord(ad),
    model: car.model,
    model_specification: car.variant,
    year: car.year,
    mileage: car.mileageKm,
    mileage_unit: 'KILOMETER',
    fuel: fuelWord(ad),
    ...(car.fuel !== 'electric' && { transmission: car.gearbox === 'automatic' ? 'Automatisk' : 'Manuelt' }),
    ...(car.engine.litres && { volume: Math.round(car.engine.litres * 1000) }),
    ...(car.fuel === 'electric' && { driving_range: 200 + car.engine.horsepower }),
    price: { amount: ad.amount, currency_code: 'DKK', price_unit: 'kr.' },
    registration_class: isWithoutVat(ad)
      ? { id: 8, value: 'Varebil ex. moms' }
      : { id: 1, value: 'Personbil' },
    sales_form: isLeasing(ad) ? 5 : 1,
    dealer_segment: isDealer(ad) ? 'Forhandler' : 'Privat',
    org_id: isDealer(ad) ? '6000001' : '1000000000',
    ...(isDealer(ad) && { organisation_name: dealerOf(ad) }),
    regno: car.plate,
    chassis_number: chassisNumber(ad.id),
    location: car.place.name,
    coordinates: { lat: car.place.latitude, lon: car.place.longitude, accuracy: isDealer(ad) ? 8 : 5 },
    timestamp: site.startMs + ad.renewedAtHour * 3_600_000,
    ...(photos[0] && { image: { url: photos[0], width: 1600, height: 1200 } }),
    image_urls: photos.slice(0, 5),
    service_documents: [],
    labels: [],
    flags: isDealer(ad) ? [] : ['private'],
    extras: [],
  };
}

type Applied = { name: string; value: string; title: string };
type Test = (ad: DbaAd) => boolean;

/** What a search found. `applied`: only the filters that are known; the others are dropped without a word. */
export type DbaFound = { ads: DbaAd[]; applied: Applied[] };

const ranges: readonly [name: string, read: (ad: DbaAd) => number][] = [
  ['price', ({ amount }) => amount],
  ['year', ({ car }) => car.year],
  ['mileage', ({ car }) => car.mileageKm],
];

type Choice = readonly [title: string, test: Test];

const ofFuel = (word: string): Choice => [word, (ad) => fuelWord(ad) === word];
/** Regions by their postal codes. */
const inRegion = (from: number, below: number): Choice => [
  'Landsdel',
  ({ car: { place } }) => place.postalCode >= from && place.postalCode < below,
];
const oneOf = (codes: Readonly<Record<string, Choice>>) => (value: string) =>
  Object.hasOwn(codes, value) ? codes[value] : undefined;

function ofMake(value: string): Choice | undefined {
  const make = makeOfCode[/^[01]\.(\d+)/.exec(value)?.[1] ?? ''];
  return make ? [make, (ad) => makeWord(ad) === make] : undefined;
}

/** Filters with codes of the site's own; undefined for a code that is not known. */
const choices: Readonly<Record<string, (value: string) => Choice | undefined>> = {
  variant: ofMake,
  make: ofMake,
  fuel: oneOf({
    '1': ofFuel('Benzin'),
    '2': ofFuel('Diesel'),
    '4': ofFuel('El'),
    '6': ofFuel('Hybrid benzin'),
    '1352': ofFuel('Plug-in Benzin'),
  }),
  transmission: oneOf({
    '1': ['Manuelt gear', ({ car }) => car.gearbox === 'manual'],
    '2': ['Automatgear', ({ car }) => car.gearbox !== 'manual'],
  }),
  dealer_segment: oneOf({ '2': ['Forhandlere', isDealer], '3': ['Private', (ad) => !isDealer(ad)] }),
  registration_class: oneOf({
    '1': ['Personbiler', (ad) => !isWithoutVat(ad)],
    '8': ['Varebiler', isWithoutVat],
  }),
  location: oneOf({
    '0.200001': inRegion(0, 3000),
    '0.200002': inRegion(3000, 3700),
    '0.200003': inRegion(4000, 4600),
    '0.200004': inRegion(4600, 5000),
    '0.200009': inRegion(5000, 6000),
    '0.200008': inRegion(6000, 8000),
    '0.200006': inRegion(8000, 9000),
    '0.200005': inRegion(9000, 10_000),
  }),
};

export function findDbaAds(ads: readonly DbaAd[], asked: URLSearchParams): DbaFound {
  const tests: Test[] = [];
  const applied: Applied[] = [];
  const apply = (name: string, value: string, title: string, test: Test) => {
    applied.push({ name, value, title });
    return test;
  };
  for (const [name, read] of ranges) {
    const from = numberOf(asked.get(`${name}_from`));
    const to = numberOf(asked.get(`${name}_to`));
    if (from !== null)
      tests.push(apply(`${name}_from`, String(from), `Fra ${from}`, (ad) => read(ad) >= from));
    if (to !== null) tests.push(apply(`${name}_to`, String(to), `Til ${to}`, (ad) => read(ad) <= to));
  }
  for (const [name, choiceOf] of Object.entries(choices)) {
    const known = asked.getAll(name).flatMap((value) => {
      const choice = choiceOf(value);
      return choice ? [apply(name, value, ...choice)] : [];
    });
    if (known.length > 0) tests.push((ad) => known.some((test) => test(ad)));
  }
  const words = (asked.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  tests.push((ad) =>
    words.every((word) => `${headingOf(ad)} ${ad.car.variant}`.toLowerCase().includes(word)),
  );
  return { ads: ads.filter((ad) => tests.every((test) => test(ad))), applied };
}

const numberOf = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

export const pageSize = 50;
const lastPage = 50;

/** How a page is spoiled on purpose; `null`: as it should be. */
export type Spoiled = 'without-state' | 'without-anything' | 'renamed' | null;

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value), 'utf8').toString('base64');
const stateScript = (value: unknown): string =>
  `<script type="application/json" data-react-query-state>${base64(value)}</script>`;

/** The data of one page of a search. A page beyond the last is answered with the first. */
export function searchData(found: DbaFound, asked: URLSearchParams, site: Site): Record<string, unknown> {
  const last = Math.max(1, Math.min(lastPage, Math.ceil(found.ads.length / pageSize)));
  const wanted = Number(asked.get('page') ?? 1);
  const current = wanted >= 1 && wanted <= last ? wanted : 1;
  const ads = found.ads.slice((current - 1) * pageSize, current * pageSize);
  return {
    docs: ads.map((ad) => docOf(ad, site)),
    filters: [],
    metadata: {
      params: Object.fromEntries([...asked].map(([name, value]) => [name, [value]])),
      selected_filters: found.applied.map(({ name, value, title }) => ({
        display_name: title,
        parameters: [{ parameter_name: name, parameter_value: value }],
      })),
      num_results: pageSize,
      result_size: { match_count: found.ads.length },
      paging: { param: 'page', current, last },
      sort: 'PUBLISHED_DESC',
      is_end_of_paging: current >= last,
      vertical: 'CAR',
    },
  };
}

function card(ad: DbaAd, site: Site): string {
  const { car } = ad;
  const line = [
    car.year,
    `${thousands(car.mileageKm)} km`,
    ...(car.engine.litres ? [`${Math.round(car.engine.litres * 1000)} cc`] : []),
    fuelWord(ad),
    car.fuel === 'electric'
      ? `${200 + car.engine.horsepower} km rækkevide`
      : car.gearbox === 'automatic'
        ? 'Automatisk'
        : 'Manuelt',
  ].join(' ∙ ');
  const photo = dbaPhotos(ad, site, '480w')[0];
  const note = isWithoutVat(ad) ? '<div>ekskl. moms</div>' : isLeasing(ad) ? '<div>/md.</div>' : '';
  const place = escapeHtml(car.place.name) + (isDealer(ad) ? ` ∙ ${escapeHtml(dealerOf(ad))}` : '');
  return `<article class="mobility-search-ad-card">${photo ? `<img src="${escapeHtml(photo)}" alt="" width="240">` : ''}<button type="button">Nyhed!</button><h2><a class="sf-search-ad-link" id="${ad.id}" href="/mobility/item/${ad.id}"></a>${escapeHtml(headingOf(ad))}</h2><p>${escapeHtml(car.variant)}</p><div>${line}</div><div><span>${thousands(ad.amount)}</span> <span>kr.</span></div>${note}<div>${place}</div><div>${isDealer(ad) ? 'Forhandler' : 'Privat'}</div><div>4 t.</div></article>`;
}

const product = (ad: DbaAd, site: Site, position: number): unknown => ({
  '@type': 'ListItem',
  // One place is missing now and then, as on the site.
  position: position + (position > 6 ? 1 : 0),
  item: {
    '@type': 'Product',
    name: headingOf(ad),
    description: ad.car.variant,
    brand: { name: makeWord(ad) },
    model: ad.car.model,
    image: dbaPhotos(ad, site)[0],
    url: `${site.origin}/mobility/item/${ad.id}`,
    offers: { price: String(ad.amount), priceCurrency: 'DKK' },
  },
});

const frame = (title: string, head: string, body: string): string =>
  `<!DOCTYPE html><html lang="da"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>${head}<style>body{font:16px/24px system-ui;margin:24px auto;max-width:960px;padding:0 16px}article{border-bottom:1px solid #ccc;padding:12px 0}h2{margin:0;font-size:18px}</style></head><body><p><b>Demo-DBA</b>: biler, sælgere og nummerplader er opdigtede.</p>${body}</body></html>`;

/** A search page as the server sends it: the state among other scripts, cards, and the list for search engines. */
export function renderDbaSearch(
  found: DbaFound,
  asked: URLSearchParams,
  site: Site,
  spoiled: Spoiled,
): string {
  const data = searchData(found, asked, site) as {
    docs: { id: string }[];
    metadata: { paging: { current: number; last: number } };
  };
  const { current, last } = data.metadata.paging;
  const ids = new Set(data.docs.map(({ id }) => id));
  const ads = found.ads.filter(({ id }) => ids.has(id));
  if (spoiled === 'without-anything') return frame('Brugte biler', '', '<main><p>Velkommen</p></main>');
  const noise = [
    '<script type="application/json" data-props>eyJsb2NhbGUiOiJkYSJ9</script>',
    stateScript({ queries: [{ queryKey: [{ scope: 'amplitude' }], state: { data: {} } }] }),
    stateScript({ queries: [{ queryKey: [{ scope: 'poleposition' }], state: { data: { docs: [] } } }] }),
  ];
  const state = stateScript({
    mutations: [],
    queries: [{ queryKey: [{ scope: 'search' }], state: { data } }],
  });
  const list = JSON.stringify({
    '@type': 'CollectionPage',
    mainEntity: { '@type': 'ItemList', itemListElement: ads.map((ad, at) => product(ad, site, at + 1)) },
  }).replaceAll('<', '\\u003c');
  const cards = spoiled === 'renamed' ? '' : ads.map((ad) => card(ad, site)).join('');
  const head =
    spoiled === 'renamed' ? '' : `<script id="seoStructuredData" type="application/ld+json">${list}</script>`;
  const body = `${noise.join('')}${spoiled ? '' : state}<main>${cards}</main><w-pagination current-page="${current}" pages="${last}" base-url="?page="></w-pagination>`;
  return frame('Brugte biler | Demo-DBA', head, body);
}

/** An ad's page: properties of its root, the list of facts, the seller's words, and similar cars below. */
export function renderDbaItem(ad: DbaAd, similar: readonly DbaAd[], site: Site): string {
  const { car } = ad;
  const properties = {
    adData: {
      ad: {
        title: headingOf(ad),
        price: { total: ad.amount, main: ad.amount },
        year: car.year,
        mileage: car.mileageKm,
        mileage_unit: 'KILOMETER',
        owners: car.owners,
        exterior_color: car.paint.danish,
        ...(bodyWordOf(car) && { body_type: { value: bodyWordOf(car) } }),
        first_registration: car.firstRegistration,
        registration_number: car.plate,
        registration_class: { id: isWithoutVat(ad) ? 8 : 1 },
        sales_form: { id: isLeasing(ad) ? 5 : 1 },
        engine: { fuel: { value: fuelWord(ad) }, effect: car.engine.horsepower },
        equipment: car.equipment.map((value, id) => ({ id, value })),
        images: dbaPhotos(ad, site).map((uri) => ({ uri })),
        description_unsafe: escapeHtml(car.description).replaceAll('\n', '<br>'),
      },
    },
  };
  const props = Buffer.from(encodeURIComponent(JSON.stringify(properties)), 'utf8').toString('base64');
  const facts: [string, string][] = [
    ['Modelår', String(car.year)],
    ['Kilometertal', `${thousands(car.mileageKm)} km`],
    ['Drivmiddel', fuelWord(ad)],
    ['Hestekræfter', `${car.engine.horsepower} hk`],
    ['Registreringsnummer', car.plate],
  ];
  const list = facts
    .map(([label, value]) => `<div><dt>${label}</dt><dd>${escapeHtml(value)}</dd></div>`)
    .join('');
  const photos = dbaPhotos(ad, site, '960w')
    .map((url) => `<img src="${escapeHtml(url)}" alt="" width="480">`)
    .join('');
  const body = `<div id="mobility-item-page-root" data-props="${props}"><main>${ad.isSold ? '<span class="badge">Solgt</span>' : ''}<h1 class="t1">${escapeHtml(headingOf(ad))}</h1><p>${escapeHtml(car.variant)}</p><h2><span class="t2">${thousands(ad.amount)} kr.${isLeasing(ad) ? '/md.' : ''}</span></h2>${photos}<section class="key-info-section"><dl>${list}</dl></section><div class="whitespace-pre-wrap">${escapeHtml(car.description)}</div><script id="contact-button-data" type="application/json">{"segment":"${isDealer(ad) ? 'PROFESSIONAL' : 'PRIVATE'}","adId":${ad.id}}</script><section><h2>Lignende biler</h2>${similar.map((one) => card(one, site)).join('')}</section></main></div>`;
  return frame(`${headingOf(ad)} | Demo-DBA`, '', body);
}

/** What robots may not read, as notes of others have it. */
export const dbaRobots = [
  'User-agent: *',
  'Disallow: /my-page',
  'Disallow: /messages',
  'Disallow: /favorites',
  'Disallow: /profile',
  'Disallow: /map',
  'Disallow: /*sort=',
  'Disallow: /*q=shut-to-robots',
  '',
].join('\n');

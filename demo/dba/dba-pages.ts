import { thousands } from '#demo/cars/wording.ts';
import { escapeHtml } from '#demo/marketplace/embedded.ts';
import type { Site } from '#demo/marketplace/listing-json.ts';
import { bodyWordOf } from '#demo/register/body-words.ts';
import type { DbaAd } from './dba-ads.ts';
import {
  dbaPhotos,
  dealerOf,
  docOf,
  fuelWord,
  headingOf,
  isDealer,
  isLeasing,
  isWithoutVat,
  makeWord,
} from './dba-doc.ts';
import type { DbaFound } from './dba-search.ts';

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

import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { dba } from '#core/marketplaces/dba/dba.ts';

/** Invented pages and answers in DBA's shapes. */
export type Doc = Record<string, unknown>;

let lastId = 31_004_700;

/** A row of a search's data; each call has a new id unless one is given. */
export function doc(fields: Doc = {}): Doc {
  const id = String(fields.id ?? ++lastId);
  return {
    type: 'motor',
    ad_type: 20,
    main_search_key: 'SEARCH_ID_CAR_USED',
    id,
    ad_id: Number(id),
    canonical_url: `https://www.dba.dk/mobility/item/${id}`,
    heading: 'VW Up!',
    facade_title: 'VW Up!',
    make: 'VW',
    model: 'Up!',
    series: 'Up-Serie',
    model_specification: '1,0 MPi 60 Take Up!  5D',
    year: 2014,
    mileage: 98_000,
    mileage_unit: 'KILOMETER',
    fuel: 'Benzin',
    transmission: 'Manuelt',
    volume: 999,
    price: { amount: 49_900, currency_code: 'DKK', price_unit: 'kr.' },
    registration_class: { id: 1, value: 'Personbil' },
    sales_form: 1,
    dealer_segment: 'Privat',
    org_id: '1234567890',
    regno: 'CX41287',
    chassis_number: 'WVWZZZAAZED012345',
    location: 'Hedehusene',
    coordinates: { lat: 55.6, lon: 12.2, accuracy: 5 },
    timestamp: 1_790_000_000_000,
    image: { url: photo(id), path: 'x', width: 1600, height: 1200, aspect_ratio: '4:3' },
    image_urls: [photo(id), photo(id, 2)],
    service_documents: [],
    labels: [],
    flags: [],
    extras: [],
    ...fields,
  };
}

export const photo = (id: string, number = 1, size = 'default'): string =>
  `https://images.dbastatic.dk/dynamic/${size}/item/${id}/0a1b2c3d-0000-4000-8000-00000000000${number}`;

export type Asked = Record<string, string>;

const applied = (asked: Asked) =>
  Object.entries(asked)
    .filter(([name]) => name !== 'q' && name !== 'page')
    .map(([name, value]) => ({
      display_name: `Filter ${name}`,
      parameters: [{ parameter_name: name, parameter_value: value }],
    }));

/** The data of a search, as the data address sends it and pages hold it. */
export function answer(docs: unknown[], asked: Asked = {}, metadata: Doc = {}): Doc {
  return {
    docs,
    filters: [{ display_name: 'Mærke', name: 'variant', filter_items: [] }],
    metadata: {
      params: Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, [value]])),
      selected_filters: applied(asked),
      num_results: docs.length,
      result_size: { match_count: docs.length },
      paging: { param: 'page', current: 1, last: 1 },
      sort: 'PUBLISHED_DESC',
      is_end_of_paging: true,
      vertical: 'CAR',
      ...metadata,
    },
  };
}

export const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const queriesOf = (data: unknown) => ({
  mutations: [],
  queries: [
    { queryKey: [{ scope: 'poleposition' }], state: { data: { docs: [] } } },
    { queryKey: [{ scope: 'search', page: 1 }], state: { data } },
  ],
});

export const stateScript = (text: string): string =>
  `<script type="application/json" data-react-query-state>${text}</script>`;

export type PageParts = {
  data?: unknown;
  cards?: string[];
  products?: unknown[];
  state?: string;
  noise?: string;
  pages?: [number, number];
};

/** A search page: noise scripts, the state, cards and the list for search engines, each where it is given. */
export function searchPage({ data, cards = [], products, state, noise = '', pages }: PageParts): string {
  const noiseScripts = [
    `<script type="application/json" data-props>${base64('{"locale":"da"}')}</script>`,
    stateScript(
      base64(
        JSON.stringify({
          mutations: [],
          queries: [{ queryKey: [{ scope: 'amplitude' }], state: { data: {} } }],
        }),
      ),
    ),
  ].join('');
  const script = state ?? (data === undefined ? '' : stateScript(base64(JSON.stringify(queriesOf(data)))));
  const list =
    products === undefined
      ? ''
      : `<script id="seoStructuredData" type="application/ld+json">${JSON.stringify({
          '@type': 'CollectionPage',
          mainEntity: { '@type': 'ItemList', itemListElement: products },
        })}</script><script type="application/ld+json">{"@type":"BreadcrumbList","itemListElement":[]}</script>`;
  const pagination = pages
    ? `<w-pagination current-page="${pages[0]}" pages="${pages[1]}" base-url="?page="></w-pagination>`
    : '';
  return `<!doctype html><html lang="da"><head><title>Brugte biler | DBA.dk</title>${list}</head><body>${noiseScripts}${noise}${script}<main>${cards.join('')}</main>${pagination}</body></html>`;
}

export type CardParts = {
  id?: string;
  heading?: string;
  variant?: string | null;
  line?: string;
  price?: string | null;
  note?: string;
  place?: string;
  seller?: string;
  age?: string;
  isPaid?: boolean;
  hasPhoto?: boolean;
  badge?: string;
  /** A text that is drawn beside the pointer only, before the place. */
  tooltip?: string;
};

/** One rendered card, with the buttons that lie inside it. */
export function card(parts: CardParts = {}): string {
  const id = parts.id ?? String(++lastId);
  const {
    heading = 'Kia Picanto',
    line = '2015 ∙ 120.000 km ∙ 998 cc ∙ Benzin ∙ Manuelt',
    place = 'Herning',
  } = parts;
  const variant = parts.variant === undefined ? '1,0 Motion' : parts.variant;
  const price = parts.price === undefined ? '54.900' : parts.price;
  return [
    '<article class="relative isolate mobility-search-ad-card p-8">',
    parts.hasPhoto === false
      ? ''
      : `<img srcset="${photo(id, 1, '480w')} 480w" src="${photo(id, 1, '480w')}" alt="">`,
    '<button type="button">Nyhed!</button><w-button>Sammenlign</w-button>',
    parts.badge ? `<div class="badge">${parts.badge}</div>` : '',
    `<h2 class="t4"><a class="sf-search-ad-link" id="${id}" href="/mobility/item/${id}"></a>${heading}</h2>`,
    variant === null ? '' : `<p class="s-text-subtle">${variant}</p>`,
    `<div class="text-caption">${line}</div>`,
    price === null ? '' : `<div class="t3"><span>${price}</span> <span>kr.</span></div>`,
    parts.note ? `<div class="text-xs">${parts.note}</div>` : '',
    parts.isPaid ? '<div>Betalt placering</div>' : '',
    parts.tooltip ? `<div role="tooltip"><div>${parts.tooltip}</div></div>` : '',
    `<div><span>${place}</span></div>`,
    `<div>${parts.seller ?? 'Privat'}</div>`,
    `<div>${parts.age ?? '4 t.'}</div>`,
    '<button>Luk</button><span hidden>Gå til annoncen</span>',
    '</article>',
  ].join('\n');
}

export const product = (id: string, name: string, price: string, position: number): unknown => ({
  '@type': 'ListItem',
  position,
  item: {
    '@type': 'Product',
    name,
    description: '1,2 TSi 86 BMT',
    brand: { '@type': 'Brand', name: name.split(' ')[0] },
    model: name.split(' ').slice(1).join(' '),
    image: photo(id),
    url: `https://www.dba.dk/mobility/item/${id}`,
    offers: { price, priceCurrency: 'DKK', availability: 'InStock', itemCondition: 'UsedCondition' },
  },
});

export type ItemParts = {
  id?: string;
  heading?: string;
  variant?: string;
  price?: string;
  facts?: [label: string, value: string][];
  description?: string;
  ad?: Doc;
  badge?: string;
  segment?: 'PRIVATE' | 'PROFESSIONAL';
  photos?: number;
};

/** An ad's page, with similar cars below it that carry photos and prices of their own. */
export function itemPage(parts: ItemParts = {}): string {
  const {
    id = '31004711',
    heading = 'VW Golf',
    variant = '1,6 TDi 105 Comfortline',
    price = '84.900 kr.',
  } = parts;
  const props = parts.ad
    ? ` data-props="${base64(encodeURIComponent(JSON.stringify({ adData: { ad: parts.ad } })))}"`
    : '';
  const facts = (parts.facts ?? [])
    .map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`)
    .join('');
  const gallery = Array.from(
    { length: parts.photos ?? 2 },
    (_, at) => `<img srcset="${photo(id, at + 1, '480w')} 480w, ${photo(id, at + 1, '960w')} 960w" alt="">`,
  ).join('');
  return `<!doctype html><html lang="da"><head><title>${heading} - Stationcar | DBA.dk</title></head><body>
<div id="mobility-item-page-root"${props}><main>${gallery}
${parts.badge ? `<span class="badge">${parts.badge}</span>` : ''}
<h1 class="t1">${heading}</h1><p class="s-text-subtle">${variant}</p>
<h2><span class="t2">${price}</span></h2>
<section class="key-info-section"><h2>Nøgletal</h2><dl>${facts}</dl></section>
<div class="whitespace-pre-wrap">${parts.description ?? 'Pæn og velholdt.'}</div>
<form class="contact"><input name="captcha"></form>
<script id="contact-button-data" type="application/json">{"segment":"${parts.segment ?? 'PRIVATE'}","adId":${id}}</script>
<section><h2>Lignende biler</h2>${[1, 2, 3, 4, 5, 6].map((at) => `<article><img srcset="${photo(`3990000${at}`, 1, '480w')} 480w"><h3>VW Golf</h3><span class="badge">Solgt</span><span class="t2">1.000 kr.</span></article>`).join('')}</section>
</main></div></body></html>`;
}

export const asked: Asked = { variant: '1.817.1433' };
const addressOf = (search: Asked) => `https://www.dba.dk/mobility/search/car?${new URLSearchParams(search)}`;
export const read = (html: string, search: Asked = asked, more: object = {}) =>
  dba.parsePage({ url: addressOf(search), html, status: 200, ...more });
export const readDocs = (docs: unknown[], search: Asked = asked, metadata: Doc = {}) =>
  read(searchPage({ data: answer(docs, search, metadata) }), search);
export const listingOf = (fields: Doc): Listing => {
  const [listing] = readDocs([doc(fields)]).listings;
  if (!listing) throw new Error('nothing was read');
  return listing;
};
export const cardOf = (parts: CardParts): Listing => {
  const [listing] = read(searchPage({ cards: [card(parts)] })).listings;
  if (!listing) throw new Error('nothing was read');
  return listing;
};

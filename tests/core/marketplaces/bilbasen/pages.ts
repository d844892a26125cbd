/** Invented pages in Bilbasen's format. */
export type Row = Record<string, unknown>;

const said = (text: string) => ({ displayTextLong: text, displayTextShort: text });
const photo = (name: string, folder = 'bilinfo', size = 'S640X640') =>
  `https://billeder.bilbasen.dk/${folder}/${name}.jpeg?class=${size}`;

let lastId = 6_600_000;

/** A row of a search's data, with a new id for each call unless one is given. */
export function row(fields: Row = {}): Row {
  const id = Number(fields.externalId ?? ++lastId);
  return {
    externalId: id,
    uri: `https://www.bilbasen.dk/brugt/bil/vw/golf-vii/14-tsi-125-comfortline-5d/${id}`,
    media: [
      { mediaType: 'Picture', url: photo('0a1b2c3d-0000-4000-8000-000000000001') },
      { mediaType: 'Video', url: 'https://video.example/1' },
      { mediaType: 'Picture', url: photo('0a1b2c3d-0000-4000-8000-000000000002', 'bilbasen') },
      { mediaType: 'DealerLogo', url: photo('0a1b2c3d-0000-4000-8000-00000000000f', 'bilinfo', 'S400X400') },
    ],
    price: { price: 109_900, displayPrice: '109.900 kr', unit: 'kr', priceType: 'Retail' },
    make: 'VW',
    model: 'Golf VII',
    variant: '1,4 TSi 125 Comfortline 5d',
    doors: 5,
    description: 'Velholdt og nysynet.\nTo ejere.',
    location: { lat: 56.1, lon: 8.9, zipCode: 7400, city: 'Herning', region: 'Vestjylland' },
    details: [{ displayText: '2/2016' }],
    features: [],
    isFavorite: false,
    sellerType: 'Forhandler',
    properties: {
      firstregistrationdate: said('2/2016'),
      mileage: said('103.500 km'),
      kml: said('19,2 km/l'),
      hk: said('125 hk'),
      moth: said('1.600 kr/år'),
      geartype: said('Manuelt gear'),
      fueltype: said('Benzin'),
    },
    ...fields,
  };
}

export const search = 'https://www.bilbasen.dk/brugt/bil/vw/golf-vii';

const linkTo = (one: Row | null) =>
  `<article><a href="${one?.uri}" class="Listing_link__6Z504"></a></article>`;

/** A search page: its data among other scripts, and a link for each ad shown. */
export function searchPage(rows: unknown[], { data = {}, shown = rows as Row[] } = {}): string {
  const found = { listings: rows, hits: rows.length, pagination: {}, ...data };
  const document = {
    props: {
      pageProps: {
        dehydratedState: {
          queries: [
            { queryKey: ['user'], state: { data: { userProfile: null } } },
            { queryKey: ['search', {}], state: { data: found } },
          ],
        },
        cookies: { visitor: 'b-7781' },
      },
    },
    page: '/brugt/[...path]',
  };
  const json = JSON.stringify(document).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="da"><head><title>VW Golf - brugte til salg på Bilbasen</title>
<script type="application/ld+json">{"@type":"BreadcrumbList"}</script></head><body><a href="/brugt/bil/vw">VW</a>
<section>${shown.map(linkTo).join('')}</section><script id="__NEXT_DATA__" type="application/json">${json}</script></body></html>`;
}

export type ItemParts = {
  id?: number;
  title?: string;
  price?: string;
  facts?: [label: string, value: string][];
  description?: string;
};

/** An item page with the attributes by which its elements are read, and similar cars below. */
export function itemPage(parts: ItemParts = {}): string {
  const { id = 6_600_001, title = 'VW Golf VII 1,4 TSi 125 Comfortline 5d', price = '109.900 kr.' } = parts;
  const facts = (parts.facts ?? [['Kilometertal', '103.500 km']])
    .map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`)
    .join('');
  const own = `/brugt/bil/vw/golf-vii/14-tsi/${id}`;
  return `<!doctype html><html lang="da"><body>
<div><a href="${own}"><img src="${photo('0a1b2c3d-0000-4000-8000-000000000001', 'bilinfo', 'S960X960')}"></a><img srcset="${photo('0a1b2c3d-0000-4000-8000-000000000002')} 640w, ${photo('0a1b2c3d-0000-4000-8000-000000000002', 'bilinfo', 'S960X960')} 960w" src="${photo('0a1b2c3d-0000-4000-8000-000000000002')}"></div>
<h1 data-e2e="car-make-model-variant">${title}</h1><span class="price" data-e2e="car-retail-price">${price}</span>
<table data-e2e="car-facts-table-preview"><tbody>${facts}</tbody></table>
<ul><li data-e2e="car-equipment-item">Fartpilot</li><li data-e2e="car-equipment-item">Anhængertræk</li></ul>
<h2>Beskrivelse</h2><div>${parts.description ?? 'Velholdt og nysynet.<br>To ejere.'}</div><h2>Sælger</h2>
<div data-e2e="vip-section-seller-more-info">Om Opdigtede Biler ApS</div>
<h2>Lignende biler</h2><a href="/brugt/bil/vw/golf-vii/andet/6500001"><img src="${photo('0a1b2c3d-0000-4000-8000-0000000000aa')}"></a>
</body></html>`;
}

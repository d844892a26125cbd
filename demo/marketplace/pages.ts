import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createRandom } from '#demo/cars/random.ts';
import { spokenFuel, thousands } from '#demo/cars/wording.ts';
import type { Ad, World } from '#demo/cars/world.ts';
import { pictureSpecsOf } from '#demo/pictures/spec.ts';
import {
  batchSize,
  type Cursor,
  cursorOf,
  feedEdges,
  feedUnits,
  formattedPrice,
  noResults,
  photosJson,
  photoUrls,
  type Site,
  targetJson,
  writeCursor,
} from './feed.ts';
import type { DemoLink } from './links.ts';
import type { Search } from './search.ts';

const files = {
  '/fonts/latin.woff2': 'familjen-grotesk-latin-wght-normal.woff2',
  '/fonts/latin-ext.woff2': 'familjen-grotesk-latin-ext-wght-normal.woff2',
} as const;

/** The product's own typeface from its package; null for another path. */
export async function readFont(path: string): Promise<Buffer | null> {
  const file = files[path as keyof typeof files];
  if (!file) return null;
  const url = import.meta.resolve(`@fontsource-variable/familjen-grotesk/files/${file}`);
  return readFile(fileURLToPath(url));
}

const face = (path: string, range: string) =>
  `@font-face{font-family:"Familjen Grotesk Variable";font-weight:400 700;font-display:swap;src:url(${path}) format("woff2-variations");unicode-range:${range}}`;

export const fontFaces =
  face('/fonts/latin.woff2', 'U+0000-00FF,U+2013-2026,U+20AC') +
  face('/fonts/latin-ext.woff2', 'U+0100-02FF');

/**
 * Runs in the page: asks for the next batch when somebody scrolls near the end. `wheel` counts as well as `scroll`,
 * because at the very end of a page the wheel no longer scrolls anything.
 */
export const scrollScript = `(() => {
  const feed = document.getElementById('feed');
  let cursor = feed.dataset.cursor;
  let isAsking = false;
  const thousands = (amount) => Number(amount).toLocaleString('da-DK') + ' kr.';
  const show = (edge) => {
    const listing = edge && edge.node && edge.node.listing;
    if (!listing) return;
    const card = document.createElement('a');
    card.className = 'card';
    card.href = '/marketplace/item/' + listing.id + '/?ref=search';
    const photo = new Image(300, 225);
    photo.loading = 'lazy';
    photo.alt = '';
    photo.src = listing.primary_listing_photo.image.uri;
    card.append(photo);
    const texts = [['price', thousands(listing.listing_price.amount)], ['title', listing.marketplace_listing_title], ['place', listing.location.reverse_geocode.city + ', Denmark']];
    for (const [name, text] of texts) {
      const part = document.createElement('span');
      part.className = name;
      part.textContent = text;
      card.append(part);
    }
    feed.append(card);
  };
  const ask = async () => {
    // A question over the page keeps it from going on, until it is answered.
    if (isAsking || !cursor || document.querySelector('[role=dialog]')) return;
    isAsking = true;
    const body = new URLSearchParams({ av: '0', __user: '0', fb_api_req_friendly_name: 'CometMarketplaceSearchContentPaginationQuery', variables: JSON.stringify({ count: 24, cursor, scale: 2 }), doc_id: '28000000000000001' });
    const answer = await fetch('/api/graphql/', { method: 'POST', body });
    if (!answer.ok) { cursor = ''; return; }
    for (const line of (await answer.text()).replace(/^for \\(;;\\);/, '').split('\\n')) {
      const document_ = JSON.parse(line);
      const units = document_.data && document_.data.marketplace_search && document_.data.marketplace_search.feed_units;
      if (units) {
        units.edges.forEach(show);
        cursor = units.page_info.has_next_page ? units.page_info.end_cursor : '';
      } else show(document_.data);
    }
    isAsking = false;
  };
  const look = () => { if (innerHeight + scrollY > document.documentElement.scrollHeight - 700) ask(); };
  addEventListener('scroll', look, { passive: true });
  addEventListener('wheel', look, { passive: true });
})();`;

/** Stands over every page that a person may look at: nobody shall take the demo for a real marketplace. */
export function demoBar(): string {
  return `<header class="bar"><a class="mark" href="/"><svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M2 6h20" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><path d="M12 6v7" stroke="currentColor" stroke-width="1.6"/><circle cx="12" cy="17" r="4.4" fill="currentColor"/></svg>Demo marketplace</a>
<p>Invented cars, drawn photos, nobody sells anything here. <span lang="da">Opdigtede biler – intet er til salg.</span></p></header>`;
}

export const stylesheet = `${fontFaces}
:root{--paper:#F7F4ED;--paper-2:#EFEADF;--surface:#FFFEFB;--ink:#16201C;--ink-2:#46514B;--ink-3:#606963;--accent:#0D4A38;--accent-hover:#08382A;--rule:#DCD6C8;--field:#8A8675;--poor:#A4431B}
@media (prefers-color-scheme:dark){:root{--paper:#0F1513;--paper-2:#161E1B;--surface:#1A2320;--ink:#EEEBE2;--ink-2:#B7BDB6;--ink-3:#929A93;--accent:#7FD3AC;--accent-hover:#9CE0C0;--rule:#28322E;--field:#6F7B74;--poor:#F29B74}img{filter:brightness(.86) saturate(.94)}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:400 16px/24px "Familjen Grotesk Variable",system-ui,sans-serif;font-variant-numeric:tabular-nums}
a{color:inherit}h1,h2,h3{font-weight:600;letter-spacing:-.03em;margin:0}
.bar{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:center;justify-content:space-between;padding:16px max(20px,calc((100% - 1184px)/2));border-bottom:1px solid var(--rule)}
.bar p{margin:0;font-size:14px;line-height:20px;color:var(--ink-2)}.bar span{color:var(--ink-3)}.mark{display:flex;gap:8px;align-items:center;font-weight:600;text-decoration:none;color:var(--accent)}
main{max-width:1184px;margin:0 auto;padding:40px 20px 96px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.market h1{font-size:30px;line-height:36px}.finder{display:flex;gap:8px;margin:20px 0 32px;max-width:520px}.finder input{flex:1;min-width:0;height:44px;padding:0 14px;border:1px solid var(--field);border-radius:10px;background:var(--surface);color:inherit;font:inherit}
button,.button{height:44px;padding:0 18px;border:0;border-radius:8px;background:var(--accent);color:var(--paper);font:600 15px/20px inherit;font-family:inherit;cursor:pointer}button:hover{background:var(--accent-hover)}
.feed{display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));gap:36px 24px}.card{display:flex;flex-direction:column;text-decoration:none;min-height:300px}.card img{width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;border-radius:8px;background:var(--paper-2);margin-bottom:10px}
.price{font-weight:600;font-size:20px;letter-spacing:-.02em}.price s{margin-left:8px;font-weight:400;font-size:14px;color:var(--ink-3)}.card:hover .title{text-decoration:underline}.title{font-weight:500;font-size:15px;line-height:20px}.place{font-size:14px;line-height:20px;color:var(--ink-3)}
.item{display:grid;grid-template-columns:minmax(0,3fr) minmax(280px,2fr);gap:56px}@media(max-width:800px){.item{grid-template-columns:1fr;gap:24px}}.item>div>img{width:100%;height:auto;border-radius:8px;margin-bottom:12px;background:var(--paper-2)}
.item h1{font-size:30px;line-height:34px}.item .ask{font-size:44px;line-height:52px;font-weight:600;letter-spacing:-.04em;margin:12px 0 0}.item dl{display:grid;grid-template-columns:1fr 1fr;margin:24px 0;border-top:1px solid var(--ink)}.item dt,.item dd{margin:0;padding:9px 0;border-bottom:1px solid var(--rule);font-size:15px;line-height:20px}.item dt{color:var(--ink-2)}.item dd{font-weight:600;text-align:right}.words{white-space:pre-line}
.picks{margin-top:64px}.picks h2{font-size:28px;line-height:32px;margin-bottom:20px}
`;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A JSON script as the site embeds them; `<` is escaped so that no text can end the script. */
export function jsonScript(value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003C');
  return `<script type="application/json" data-content-len="${json.length}" data-sjs>${json}</script>`;
}

/** Wraps a query's answer as deep as the site does: readers have to walk the tree, not count on a path. */
export function preloaded(queryName: string, data: unknown): unknown {
  const result = { label: queryName, data, extensions: { is_final: true } };
  const stream = [
    'RelayPrefetchedStreamCache',
    'next',
    [],
    [`adp_${queryName}RelayPreloader_68b0`, { __bbox: { complete: true, result } }],
  ];
  return { require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { require: [stream] } }]]] };
}

const noiseModules = [
  'qplTimingsServerJS',
  'HasteSupportData',
  'CometPlatformRootClient',
  'CurrentEnvironment',
  'TimeSliceImpl',
  'BootloaderConfig',
  'ReactFeatureFlags',
  'DTSGInitialData',
  'IntlHoldout',
  'ServerTimeData',
  'ClickIDURLBlocklist',
];

/** The scripts around the feed that have nothing to do with it: flags, timings, module maps. Always the same for the same key. */
export function noiseScripts(key: string, count: number): string[] {
  const random = createRandom('noise', key);
  return Array.from({ length: count }, (_, index) => {
    const name = noiseModules[index % noiseModules.length]!;
    const entries = Array.from({ length: random.whole(4, 18) }, () => [
      random.whole(1000, 99_999).toString(36),
      { result: random.chance(0.5), hash: random.whole(1e8, 2e9).toString(36) },
    ]);
    const data =
      index % 3 === 0
        ? { gkxData: Object.fromEntries(entries) }
        : {
            define: [[name, [], Object.fromEntries(entries), random.whole(100, 9000)]],
            edges: [],
            page_info: { has_next_page: false },
          };
    return jsonScript({ require: [[name, 'handle', null, [{ __bbox: data }]]] });
  });
}

/** The site's shell: its route names the kind of page. `scripts` lie between the noise. */
export function shell(options: {
  title: string;
  routeName: string;
  scripts: string[];
  body: string;
  noiseKey: string;
  head?: string;
}): string {
  const noise = noiseScripts(options.noiseKey, 22);
  const route = jsonScript({ canonicalRouteName: options.routeName, isLoggedIn: false });
  const scripts = [
    ...noise.slice(0, 9),
    route,
    ...noise.slice(9, 15),
    ...options.scripts,
    ...noise.slice(15),
  ];
  return `<!DOCTYPE html><html lang="en" id="facebook" class="_9dls"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(options.title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/demo.css">${options.head ?? ''}</head><body>${options.body}
${scripts.join('\n')}</body></html>`;
}

const homeStyle = `
.intro{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:24px 56px;align-items:end;margin:24px 0 40px}.intro h1{font-size:clamp(40px,6vw,68px);line-height:1;letter-spacing:-.042em}.intro p{margin:0;color:var(--ink-2);font-size:18px;line-height:26px}.intro [lang=da]{display:block;margin-top:12px;font-size:15px;line-height:22px;color:var(--ink-3)}
.strip{display:grid;grid-template-columns:repeat(4,1fr);gap:12px;margin-bottom:64px}.strip img{display:block;width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;border-radius:8px;background:var(--paper-2)}
section{margin-bottom:64px}section>h2{font-size:28px;line-height:32px}section>p{margin:6px 0 20px;color:var(--ink-2)}section>p [lang=da]{color:var(--ink-3)}
.links{list-style:none;margin:0;padding:0;border-top:1px solid var(--ink)}.links li{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr) 132px 92px;gap:4px 24px;align-items:center;padding:12px 0;border-bottom:1px solid var(--rule)}
.links strong{font-weight:600;display:block;font-size:16px;line-height:22px}.links small{font-size:14px;line-height:20px;color:var(--ink-3)}.links code{font:13px/18px ui-monospace,monospace;color:var(--ink-2);overflow-wrap:anywhere}.links .tag{font-size:14px;line-height:20px;font-weight:600}.failure .tag{color:var(--poor)}
.links button{height:44px;padding:0 14px;background:none;border:1px solid var(--field);color:var(--ink)}.links button:hover{border-color:var(--accent);color:var(--accent)}
@media(max-width:800px){.intro{grid-template-columns:1fr}.strip{grid-template-columns:1fr 1fr}.links li{grid-template-columns:1fr auto}.links code{grid-column:1/-1;grid-row:2}.links button{grid-row:1;grid-column:2}}
`;

const copyScript = `document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-url]');
  if (!button) return;
  await navigator.clipboard.writeText(button.dataset.url);
  document.querySelector('#said').textContent = 'Link copied';
  button.textContent = 'Copied';
  setTimeout(() => { button.textContent = 'Copy'; }, 1600);
});`;

function linkRow(link: DemoLink): string {
  const tag =
    link.failureClass !== undefined
      ? (link.failureClass ?? '').replaceAll('_', ' ')
      : `${link.expectedCars} ${link.expectedCars === 1 ? 'car' : 'cars'}`;
  const address = escapeHtml(link.url);
  return `<li class="${link.kind}"><div><strong><a href="${address}">${escapeHtml(link.title)}</a></strong><small lang="da">${escapeHtml(link.danishTitle)}</small></div><code>${address}</code><span class="tag">${tag}</span><button type="button" data-url="${address}" aria-label="Copy the link: ${escapeHtml(link.title)}">Copy</button></li>`;
}

function linkList(links: readonly DemoLink[], kind: DemoLink['kind']): string {
  return `<ul class="links">${links
    .filter((link) => link.kind === kind)
    .map(linkRow)
    .join('')}</ul>`;
}

/** Four cars, each in another scene. */
function showpieces(ads: readonly Ad[]): Ad[] {
  const byScene = new Map<string, Ad>();
  for (const ad of ads) {
    const [first] = pictureSpecsOf(ad.car);
    if (first?.view === 'front34' && !byScene.has(first.scene)) byScene.set(first.scene, ad);
  }
  return [...byScene.values()].slice(0, 4);
}

/** The demo's own front page: what this is, and the addresses to paste into the product. */
export function renderHomePage(links: readonly DemoLink[], world: World, site: Site): string {
  const ads = world.ads();
  const shown = showpieces(ads);
  const strip = shown
    .map(
      (ad) =>
        `<a href="/marketplace/item/${ad.id}/"><img alt="${escapeHtml(ad.car.title)}" width="300" height="225" src="${escapeHtml(photoUrls(ad, site)[0]!)}"></a>`,
    )
    .join('');
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Demo marketplace</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/demo.css"><style>${homeStyle}</style></head><body>${demoBar()}
<main><div class="intro"><h1>${ads.length} cars that do not exist.</h1><p>This marketplace is part of the demo. Copy a search link and paste it into Bilfund: it is read like a real one.<span lang="da">Kopiér et søgelink herfra, og sæt det ind i Bilfund. Biler, sælgere og nummerplader er opdigtede.</span></p></div>
<div class="strip">${strip}</div>
<section><h2>Searches</h2><p>Each finishes quickly. <span lang="da">Søgninger, der virker.</span></p>${linkList(links, 'search')}</section>
<section><h2>Bad days</h2><p>The cars are there, and hard to read. <span lang="da">Bilerne er der, men svære at læse.</span></p>${linkList(links, 'unkind')}</section>
<section><h2>The second marketplace</h2><p>A DBA of its own, some of its cars are here too. <span lang="da">En DBA for sig; nogle af bilerne står begge steder.</span></p>${linkList(links, 'dba')}</section>
<section><h2>Ways to fail</h2><p>Every refusal the real site can answer with. <span lang="da">Alt det, der kan gå galt.</span></p>${linkList(links, 'failure')}</section>
<section><h2>The clock stands at hour ${world.hour}</h2><p>Each hour brings new cars, lower prices and sales. <span lang="da">Hver time kommer nye biler til, og andre bliver solgt.</span></p><form method="post" action="/hours"><button>Let an hour pass</button></form></section>
<p id="said" role="status"></p></main><script>${copyScript}</script></body></html>`;
}

const itemRoute = 'comet.fbweb.CometMarketplacePermalinkRoute';
const pickCount = 20;

/** Other ads beside the one asked for, with prices and flags of their own: a careless reader takes theirs. */
function todaysPicks(ad: Ad, world: World): Ad[] {
  const others = world.ads().filter((other) => other.id !== ad.id);
  const start = Number(ad.id.slice(-4)) % Math.max(1, others.length - pickCount);
  return others.slice(start, start + pickCount);
}

function details(ad: Ad): string {
  const { car } = ad;
  const rows: [string, string][] = car.quirks.includes('plain_item')
    ? [['Location', car.place.name]]
    : [
        ['Location', car.place.name],
        ['Mileage', car.quirks.includes('masked_mileage') ? '–' : `${thousands(car.mileageKm)} km`],
        ['Fuel', spokenFuel(car)],
        ['Transmission', car.gearbox === 'automatic' ? 'Automatic' : 'Manual'],
        ['Colour', car.paint.danish],
        ['Seller', car.sellerType === 'dealer' ? 'Dealer' : 'Private'],
      ];
  return `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;
}

/** The page's data without its looks: what a reader of item pages needs. */
export function itemScripts(ad: Ad, site: Site, picks: readonly Ad[]): string[] {
  const target = targetJson(ad, site);
  return [
    jsonScript(
      preloaded('CometMarketplacePDPTodaysPicksQuery', {
        viewer: { marketplace_feed_stories: { edges: feedEdges(picks, site) } },
      }),
    ),
    jsonScript(
      preloaded('MarketplacePDPContainerQuery', { viewer: { marketplace_product_details_page: { target } } }),
    ),
    jsonScript(
      preloaded('MarketplacePDPC2CMediaViewerWithImagesQuery', {
        viewer: { marketplace_product_details_page: { target: photosJson(ad, site) } },
      }),
    ),
  ];
}

export function renderItemPage(ad: Ad, world: World, site: Site): string {
  const { car } = ad;
  const picks = todaysPicks(ad, world);
  const photos = photoUrls(ad, site).map(
    (url, index) =>
      `<img alt="" width="1200" height="900" ${index > 0 ? 'loading="lazy" ' : ''}src="${escapeHtml(url)}">`,
  );
  const pickCards = picks
    .slice(0, 8)
    .map(
      (pick) =>
        `<a class="card" href="/marketplace/item/${pick.id}/"><img alt="" loading="lazy" width="300" height="225" src="${escapeHtml(photoUrls(pick, site)[0]!)}"><span class="price">${formattedPrice(pick.price.amount, pick.price.currency)}</span><span class="title">${escapeHtml(pick.car.title)}</span></a>`,
    );
  const state =
    ad.state === 'live' ? '' : `<p class="place">${ad.state === 'sold' ? 'Sold' : 'Sale pending'}</p>`;
  const body = `${demoBar()}<main><div class="item"><div>${photos.join('')}</div><div><h1>${escapeHtml(car.title)}</h1><p class="ask">${formattedPrice(ad.price.amount, ad.price.currency)}</p>${state}${details(ad)}<p class="words">${escapeHtml(car.description)}</p></div></div>
<section class="picks"><h2>Today's picks</h2><div class="feed">${pickCards.join('')}</div></section></main>`;
  return shell({
    title: `${car.title} | Marketplace`,
    routeName: itemRoute,
    scripts: itemScripts(ad, site, picks),
    body,
    noiseKey: ad.id,
  });
}

export const searchRoute = 'comet.fbweb.CometMarketplaceSearchRoute';
const searchQuery = 'CometMarketplaceSearchContentContainerQuery';

function shownPrice(ad: Ad, amount: number): string {
  if (ad.price.currency === 'EUR') return `€${thousands(amount)}`;
  return ad.car.kind === 'leasing' ? `${thousands(amount)} kr./md` : `${thousands(amount)} kr.`;
}

/** A card in the order the site writes it: price, old price, title, place. The mileage stands in the data only. */
function card(ad: Ad, site: Site, badge = ''): string {
  const old = ad.oldPrice === null ? '' : `<s>${shownPrice(ad, ad.oldPrice)}</s>`;
  const photo = photoUrls(ad, site)[0]!;
  return `<a class="card" href="/marketplace/item/${ad.id}/?ref=search"><img alt="" loading="lazy" width="300" height="225" src="${escapeHtml(photo)}">
${badge && `<span class="badge">${badge}</span>`}<span class="price"><span>${shownPrice(ad, ad.price.amount)}</span>${old}</span><span class="title">${escapeHtml(ad.car.title)}</span><span class="place">${escapeHtml(ad.car.place.name)}, Denmark</span></a>`;
}

function searchShell(
  search: Search,
  title: string,
  data: unknown,
  feed: string,
  next: Cursor | null,
  over = '',
): string {
  const query = search.parameters.get('query') ?? '';
  const body = `${demoBar()}<main class="market"><h1>${escapeHtml(title)}</h1>
<form class="finder" action="/marketplace/${search.place?.slug ?? 'category'}/search"><input name="query" value="${escapeHtml(query)}" aria-label="Search the demo marketplace"><button>Search</button></form>
<div id="feed" class="feed" data-cursor="${next ? escapeHtml(writeCursor(next)) : ''}">${feed}</div>${over}</main><script>${scrollScript}</script>`;
  return shell({
    title: `${title} | Marketplace`,
    routeName: searchRoute,
    scripts: [jsonScript(preloaded(searchQuery, data))],
    body,
    noiseKey: `${title}${query}`,
  });
}

function titleOf(search: Search): string {
  return `${search.vehiclesOnly ? 'Cars' : 'Search'} in ${search.place?.name ?? 'Denmark'}`;
}

/** Where a page shows another thing than the same first rows twice. */
export type Shown = {
  /** What its data holds, null for no feed at all; `inDataCount`: only so many of the rows. */
  inData: readonly Ad[] | null;
  inDataCount: number;
  /** What it shows as cards, and the badge over each. */
  drawn: readonly Ad[];
  badgeOf: (place: number) => string;
  /** Markup over all of it. */
  over: string;
};

/** A search page with its first rows, as data and as cards. Nothing found is said the way the site says it. */
export function renderSearchPage(
  search: Search,
  site: Site,
  ads: readonly Ad[],
  firstRows = batchSize,
  shown: Partial<Shown> = {},
): string {
  if (ads.length === 0)
    return searchShell(search, titleOf(search), noResults, '<p>No listings found</p>', null);
  const rows = ads.slice(0, firstRows);
  const next = ads.length > firstRows ? cursorOf(search, 1, firstRows, false) : null;
  const { inData = rows.slice(0, shown.inDataCount), drawn = rows, badgeOf, over } = shown;
  return searchShell(
    search,
    titleOf(search),
    inData && feedUnits(feedEdges(inData, site), next),
    drawn.map((ad, place) => card(ad, site, badgeOf?.(place))).join(''),
    next,
    over,
  );
}

/** The same page after a change of layout: the shell is there, the feed has other names and the cards other links. */
export function renderChangedSearchPage(search: Search, world: World, site: Site): string {
  const tiles = world
    .ads()
    .slice(0, batchSize)
    .map((ad) => ({
      tile: { ref: ad.id, heading: ad.car.title, ask: ad.price.amount, img: photoUrls(ad, site)[0] },
    }));
  return searchShell(
    search,
    titleOf(search),
    { market_surface_v9: { tiles } },
    '<p class="place">Loading…</p>',
    null,
  );
}

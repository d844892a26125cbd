import { spokenFuel, thousands } from '#demo/cars/wording.ts';
import type { Ad, World } from '#demo/cars/world.ts';
import { escapeHtml, jsonScript, preloaded, shell } from './embedded.ts';
import { feedEdges } from './feed.ts';
import { formattedPrice, photosJson, photoUrls, type Site, targetJson } from './listing-json.ts';
import { demoBar } from './page-frame.ts';

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

import { listen } from 'local-cloud/wire/http.ts';
import { escapeHtml, jsonScript, preloaded, searchRoute, shell } from '#demo/marketplace/pages.ts';
import { drawPhoto } from '#tests/functions/plates/drawn-photo.ts';
import { hostilePhotos, hostileWords } from './hostile-words.ts';

/** What finds an ad's car again on every screen: the number that its title begins with. */
export const nameOf = (n: number) => `VW Golf nr. ${n}`;
const idOf = (n: number) => String(9_100_000_000_000 + n);
/** Reading the plate of a photo takes seconds: few ads have one that may be shown. */
const withPhoto = 2;

/** An ad all of whose texts and photo addresses are hostile; the last of its photos may be one as it should be. */
function listingJson(n: number, words: string, origin: string): object {
  const uri = hostilePhotos[n % hostilePhotos.length];
  const photos = n < withPhoto ? [`${origin}/photos/golf.jpg`, ...hostilePhotos] : hostilePhotos;
  return {
    __typename: 'GroupCommerceProductItem',
    id: idOf(n),
    marketplace_listing_title: `${nameOf(n)} ${words}`,
    listing_price: { formatted_amount: '84.900 kr.', amount: '84900.00', currency: 'DKK' },
    location: { reverse_geocode: { city: words, city_page: { display_name: words } } },
    primary_listing_photo: { image: { uri: n < withPhoto ? photos[0] : uri } },
    is_live: true,
    is_sold: false,
    is_pending: false,
    is_hidden: false,
    marketplace_listing_category_id: '807311116002614',
    custom_sub_titles_with_rendering_flags: [{ subtitle: words }],
    redacted_description: { text: `${words}\n${words}` },
    vehicle_trim_display_name: words,
    vehicle_exterior_color: words,
    vehicle_specifications: [words],
    dealership_name: words,
    listing_photos: photos.map((uri) => ({ image: { uri } })),
  };
}

/** Markup that asks for a dialog in the browser of whoever visits the page. */
const trap = '<script>alert("visited")</script><img src="x" onerror="confirm(1)">';

function searchPage(listings: readonly object[]): string {
  const edges = listings.map((listing) => ({ node: { __typename: 'MarketplaceFeedListingStory', listing } }));
  const data = { marketplace_search: { feed_units: { edges, page_info: { has_next_page: false } } } };
  return shell({
    title: 'Search',
    routeName: searchRoute,
    scripts: [jsonScript(preloaded('CometMarketplaceSearchContentContainerQuery', data))],
    body: `<main>${trap}</main>`,
    noiseKey: 'hostile',
  });
}

const itemPage = (target: object, words: string) =>
  shell({
    title: 'Item',
    routeName: 'comet.fbweb.CometMarketplacePermalinkRoute',
    scripts: [
      jsonScript(
        preloaded('MarketplacePDPContainerQuery', {
          viewer: { marketplace_product_details_page: { target } },
        }),
      ),
    ],
    body: `<main>${trap}<h1>${escapeHtml(words)}</h1></main>`,
    noiseKey: 'hostile-item',
  });

/** A marketplace with one search, each of whose ads was written to become more than words on somebody's screen. */
export async function startHostileMarketplace(): Promise<{
  origin: string;
  search: string;
  close(): Promise<void>;
}> {
  const photo = await drawPhoto(null, { width: 500, height: 300 });
  const server = await listen((request, response) => {
    const { pathname, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const send = (type: string, body: string | Buffer, status = 200) =>
      response.writeHead(status, { 'content-type': type }).end(body);
    const all = hostileWords.map((words, n) => listingJson(n, words, origin));
    if (pathname === '/marketplace/odense/search') return send('text/html; charset=utf-8', searchPage(all));
    if (pathname === '/photos/golf.jpg') return send('image/jpeg', photo);
    const asked = /^\/marketplace\/item\/(\d+)/.exec(pathname)?.[1];
    const n = hostileWords.findIndex((_, place) => idOf(place) === asked);
    if (n === -1) return send('text/plain', 'There is nothing here.', 404);
    return send('text/html; charset=utf-8', itemPage(all[n]!, hostileWords[n]!));
  });
  return {
    origin: server.origin,
    search: `${server.origin}/marketplace/odense/search?query=hostile`,
    close: server.close,
  };
}

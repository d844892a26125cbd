import { listen } from 'local-cloud/wire/http.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { escapeHtml, jsonScript, preloaded, searchRoute, shell } from '#demo/marketplace/pages.ts';
import { drawPhoto } from '#tests/functions/plates/drawn-photo.ts';
import { assemblyWith } from '#tests/support/assembly.ts';
import { launchTestBrowser, openPage, sendSignIn, untilListStands } from '#tests/support/browser.ts';
import { someOf } from '#tests/support/extent.ts';
import { hostilePhotos, hostileWords } from '#tests/support/hostile-words.ts';
import { type Person, type Product, password, signUp, startProduct } from '#tests/support/product.ts';

/** What finds an ad's car again on every screen: the number that its title begins with. */
const nameOf = (n: number) => `VW Golf nr. ${n}`;
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
async function startHostileMarketplace(): Promise<{
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

// From end to end: sixty ads, all of whose texts and photo addresses are hostile, are visited by the product's own
// browser on a marketplace that is hostile too, imported, and looked at in a browser in every place that draws a car.

let marketplace: Awaited<ReturnType<typeof startHostileMarketplace>>;
let product: Product;
let browser: Browser;
let person: Person;
let removeAssembly: () => void;
/** The cars' ids, by the number in their titles. */
const ids = new Map<number, string>();

beforeAll(async () => {
  marketplace = await startHostileMarketplace();
  const assembly = await assemblyWith({ MARKETPLACE_ORIGIN: marketplace.origin, SCRAPE_PAUSE_SECONDS: '0' });
  removeAssembly = assembly.remove;
  [product, browser] = await Promise.all([
    startProduct({ cdkOut: assembly.folder, empty: true, demo: false }),
    launchTestBrowser(),
  ]);
  person = await signUp(product, 'maja@example.dk');
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await marketplace?.close();
  removeAssembly?.();
});

type Shown = { id: string; title: string; image_urls: string[] };

/** Run in the page: what an ad could have brought into it and the app never draws: handlers, elements, addresses. */
const findStrangers = `(() => {
  const all = [...document.querySelectorAll('*')];
  const isOwn = (address) =>
    new URL(address, location.href).origin === location.origin || address.startsWith('data:image/');
  // The page's foot writes to whoever runs the installation.
  const isLink = (address) => /^https?:$/.test(new URL(address, location.href).protocol) || address === 'mailto:operator@bilfund.invalid';
  const tags = ['IFRAME', 'OBJECT', 'EMBED', 'BASE', 'MARQUEE', 'MATH', 'VIDEO', 'TEMPLATE', 'NOSCRIPT'];
  const scripts = all.filter((one) => one.tagName === 'SCRIPT' && one.type !== 'application/ld+json');
  return [
    ...all.filter((one) => tags.includes(one.tagName)).map((one) => '<' + one.tagName + '>'),
    ...all.flatMap((one) =>
      one.getAttributeNames().filter((name) => name.startsWith('on')).map((name) => one.tagName + ' ' + name)),
    ...scripts.filter((one) => !one.src || !isOwn(one.src)).map((one) => 'script ' + one.textContent.slice(0, 60)),
    ...all.filter((one) => one.tagName === 'IMG' && !isOwn(one.src)).map((one) => 'img ' + one.src),
    ...all
      .filter((one) => one.hasAttribute('href') && !isLink(one.getAttribute('href')))
      .map((one) => 'href ' + one.getAttribute('href')),
    ...('polluted' in {} ? ['a polluted prototype'] : []),
  ];
})()`;
const strangersIn = (page: Page): Promise<string[]> => page.evaluate<string[]>(findStrangers);

/** A page in which everything is noted that an ad could bring about. */
async function watched(isSignedIn: boolean): Promise<{ page: Page; faults: string[] }> {
  const { page, faults } = await openPage(browser, { serviceWorkers: 'block' });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(product.url) && !url.startsWith('data:image/')) faults.push(`asked for ${url}`);
  });
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
  });
  if (isSignedIn) {
    await sendSignIn(page, product.url, person.email, password);
    await page.getByRole('article').first().waitFor();
  }
  return { page, faults };
}

it('sixty hostile ads are imported from a hostile marketplace, whose scripts cannot block the visit with dialogs', async () => {
  const { body } = await person.ask<{ jobId: string }>('POST', '/scrape', { url: marketplace.search });
  const end = await person.importEnd(body.jobId);
  expect(end).toMatchObject({ status: 'completed', carsFound: hostileWords.length, carsFailed: 0 });
  for (const page of [1, 2, 3]) {
    const { cars } = (
      await person.ask<{ cars: Shown[] }>('GET', `/api/cars?pageSize=30&page=${page}&view=discovered`)
    ).body;
    for (const { id, title } of cars) ids.set(Number(/nr\. (\d+)/.exec(title)?.[1]), id);
  }
  expect([...ids.keys()].toSorted((a, b) => a - b)).toEqual(hostileWords.map((_, n) => n));
});

/** Visitors are shown a few cars and where to sign in; each car's page is theirs to read, and comes with a head of its own. */
const shownOnAPage = { 'who imported them': 30, 'who is not signed in': 10 };

it.each([
  ['who imported them', true, [1, 2]],
  ['who is not signed in', false, [1]],
] as const)(
  'hostile ads are shown as text, with our own pictures only, to a reader %s',
  async (who, isSignedIn, pages) => {
    const { page, faults } = await watched(isSignedIn);
    const drawn = new Set<string>();
    for (const number of pages) {
      await page.goto(`${product.url}/?view=all&q=golf&page=${number}`);
      await expect.poll(() => page.getByRole('article').count(), { timeout: 60_000 }).toBe(shownOnAPage[who]);
      await untilListStands(page);
      for (const text of await page.getByRole('article').allTextContents())
        drawn.add(/nr\. \d+/.exec(text)![0]);
      faults.push(...(await strangersIn(page)));
    }
    expect(drawn.size).toBe(pages.length * shownOnAPage[who]);
    const looked = isSignedIn ? someOf([...ids], 4) : [...ids];
    for (const [n, id] of looked) {
      await page.goto(`${product.url}/car/${id}`, { waitUntil: 'domcontentloaded' });
      await page.getByRole('heading', { level: 1, name: new RegExp(`nr\\. ${n}\\b`) }).waitFor();
      faults.push(...(await strangersIn(page)).map((fault) => `${nameOf(n)}: ${fault}`));
    }
    await page.context().close();
    expect(faults).toEqual([]);
    expect(ids.size).toBeGreaterThanOrEqual(60);
  },
);

it('the check for hostile markup detects it', async () => {
  const { page, faults } = await watched(false);
  await page.goto(`${product.url}/faq`);
  const hostile =
    '<a href="javascript:alert(1)">x</a><iframe></iframe><script>alert(1)</script><img src="https://evil.example/a.jpg" onerror="alert(1)">';
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(hostile)})`);
  expect((await strangersIn(page)).toSorted()).toEqual([
    '<IFRAME>',
    'IMG onerror',
    'href javascript:alert(1)',
    'img https://evil.example/a.jpg',
    'script alert(1)',
  ]);
  await expect.poll(() => faults.length).toBeGreaterThan(0);
  await page.context().close();
});

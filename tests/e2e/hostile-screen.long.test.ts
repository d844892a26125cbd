import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assemblyWith } from '#tests/support/assembly.ts';
import { launchTestBrowser, openPage, sendSignIn, untilListStands } from '#tests/support/browser.ts';
import { someOf } from '#tests/support/extent.ts';
import { nameOf, startHostileMarketplace } from '#tests/support/hostile-marketplace.ts';
import { hostileWords } from '#tests/support/hostile-words.ts';
import { type Person, type Product, password, signUp, startProduct } from '#tests/support/product.ts';

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

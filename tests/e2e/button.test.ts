import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchTestBrowser, openPage } from '#tests/support/browser.ts';
import {
  demoLinks,
  type Person,
  type Product,
  password,
  signUp,
  startProduct,
} from '#tests/support/product.ts';

const email = 'presser@example.dk';

let product: Product;
let browser: Browser;
let person: Person;
let app: Page;
let faults: string[];
/** What the bookmark runs, taken from the page that offers it. */
let code: string;
let search: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ empty: true }), launchTestBrowser()]);
  person = await signUp(product, email);
  const links = (await demoLinks(product.url)).filter(({ kind }) => kind === 'search');
  search = links.find(({ url }) => url.endsWith('/marketplace/odense/vehicles'))!.url;
  ({ page: app, faults } = await openPage(browser));
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
});

const listed = () =>
  person.ask<{ cars: { id: string }[]; totalCount: number }>('GET', '/api/cars?view=discovered');

/** Presses the bookmark on a page of the marketplace; the window that opens. */
async function press(page: Page): Promise<Page> {
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.evaluate(code)]);
  return opened;
}

/** The policies of a site that keeps others' scripts, frames and requests off its pages. */
const strictPolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'none'",
  "form-action 'self'",
].join('; ');

/** A page of the marketplace that is sent with such policies, and with this one about windows. */
async function openStrict(openerPolicy: string): Promise<Page> {
  const page = await app.context().newPage();
  await page.route(`${new URL(search).origin}/marketplace/**`, async (route) => {
    const response = await route.fetch();
    const policies = {
      'content-security-policy': strictPolicy,
      'cross-origin-opener-policy': openerPolicy,
      'x-frame-options': 'DENY',
    };
    await route.fulfill({ response, headers: { ...response.headers(), ...policies } });
  });
  await page.goto(search);
  return page;
}

/** Scrolls a search as a reader does, until this many cards are drawn. */
async function scrollTo(page: Page, cards: number): Promise<void> {
  const drawn = page.locator('#feed a.card');
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4_000);
      return drawn.count();
    })
    .toBeGreaterThanOrEqual(cards);
}

describe('the Bilfund button', () => {
  it('is offered as a bookmark of this installation', async () => {
    await app.goto(`${product.url}/button`);
    const link = app.getByText('Rate with Bilfund');
    await link.waitFor();
    const address = (await link.getAttribute('href'))!;
    expect(address).toMatch(/^javascript:/);
    expect(address.length).toBeLessThan(16_000);
    code = decodeURIComponent(address.slice('javascript:'.length));
    expect(code).toContain(product.url);
    await link.click();
    await app.getByText('It is pressed on Marketplace, not here.').waitFor();
  });

  it('keeps what a stranger pressed until they have signed in', async () => {
    const page = await app.context().newPage();
    await page.goto(search);
    const opened = await press(page);
    await opened.getByRole('heading', { name: /^24 cars from “Odense”$/ }).waitFor();
    expect(new URL(opened.url()).hash).toBe('');
    await opened.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await opened.getByLabel('E-mail').fill(email);
    await opened.getByLabel('Password', { exact: true }).fill(password);
    await opened.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await opened.getByRole('heading', { name: /^24 cars from “Odense”$/ }).waitFor();
    await opened.getByRole('button', { name: 'No, discard them' }).click();
    await opened.getByText('They are discarded.').waitFor();
    expect((await person.usage()).scrapes_used).toBe(0);
    await opened.close();
    await page.close();
  });

  it('brings a search that was scrolled to its reader alone, rated', async () => {
    const page = await app.context().newPage();
    await page.goto(search);
    await scrollTo(page, 60);
    const startedAt = Date.now();
    const opened = await press(page);
    const heading = opened.getByRole('heading', { name: /^\d+ cars from “Odense”$/ });
    const shown = Number.parseInt((await heading.textContent())!, 10);
    expect(shown).toBeGreaterThanOrEqual(60);
    const handed = await opened.evaluate<string>(`sessionStorage.getItem('bilfund_cars')`);
    expect(handed.length).toBeLessThan(100_000);
    expect(handed).not.toMatch(/Demo Sælger|seller_id|token/);
    await opened.getByRole('button', { name: `Rate ${shown} cars` }).click();
    await opened.getByRole('link', { name: 'See the cars' }).click();
    await opened.getByRole('article').first().waitFor();
    console.info(
      `button: ${shown} cars in ${handed.length} characters, the first rated after ${Date.now() - startedAt} ms`,
    );
    const status = await person.ask<{ status: { jobId: string } | null }>('GET', '/api/scrape-status');
    await person.importEnd(status.body.status!.jobId);
    // Some rows are no cars for sale, which the reader is told.
    expect((await listed()).body.totalCount).toBeGreaterThan(shown * 0.8);
    expect((await person.usage()).scrapes_used).toBe(1);
    const open = (await (await fetch(`${product.url}/api/cars`)).json()) as { totalCount: number };
    expect(open.totalCount).toBe(0);
    await opened.close();
    await page.close();
  });

  it('adds the description and the photos of an ad to the car that is there, at no further charge', async () => {
    const before = (await listed()).body;
    const car = async (id: string) =>
      (
        await person.ask<{ description: string; image_urls: string[]; item_url: string }>(
          'GET',
          `/api/cars/${id}`,
        )
      ).body;
    const details = await Promise.all(before.cars.slice(0, 12).map(({ id }) => car(id)));
    const at = details.findIndex(
      ({ description, image_urls }) => description === '' && image_urls?.length === 1,
    );
    expect(at).toBeGreaterThanOrEqual(0);
    const page = await app.context().newPage();
    await page.goto(details[at]!.item_url);
    const opened = await press(page);
    await opened.getByRole('heading', { name: /^The ad “/ }).waitFor();
    await opened.getByRole('button', { name: 'Rate this car' }).click();
    await opened.getByText('1 car is being rated').waitFor();
    await expect.poll(async () => (await car(before.cars[at]!.id)).description).not.toBe('');
    expect((await car(before.cars[at]!.id)).image_urls.length).toBeGreaterThan(1);
    expect((await listed()).body.totalCount).toBe(before.totalCount);
    expect((await person.usage()).scrapes_used).toBe(1);
    expect(faults).toEqual([]);
  });

  it.each(['unsafe-none', 'same-origin-allow-popups'])(
    'passes policies that forbid frames, scripts and requests of others, with windows %s',
    async (openerPolicy) => {
      const page = await openStrict(openerPolicy);
      const opened = await press(page);
      await opened.getByRole('heading', { name: /^24 cars from “Odense”$/ }).waitFor();
      await opened.close();
      await page.close();
    },
  );

  it('explains itself where the marketplace keeps its windows apart, and nothing is lost', async () => {
    const page = await openStrict('same-origin');
    const [opened] = await Promise.all([app.context().waitForEvent('page'), page.evaluate(code)]);
    await opened.getByText('Your browser kept this window apart from Marketplace').waitFor();
    await opened.getByText('(choose a file)').waitFor();
    expect(await page.locator('#feed a.card').count()).toBe(24);
    await opened.close();
    await page.close();
  });
});

import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CarListWire, WireCar } from '#core/contract/routes/cars.ts';
import { addressIn } from '#core/pages/html.ts';
import { staticPages } from '#core/pages/site.ts';
import { openPage, productInBrowser, sendSignIn, untilTakenOver } from '#tests/support/browser.ts';
import { newEmail, sharedProduct, signUp } from '#tests/support/product.ts';

const { product, browser } = await productInBrowser(sharedProduct());

let car: WireCar;

const read = async (path: string) => {
  const answer = await fetch(product.url + path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
/** A page whose console must stay free of errors, of React's while it takes a page over as of the policy's. */
async function openQuietPage() {
  const { page, faults } = await openPage(browser);
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return { page, faults };
}

const contentOf = (page: Page, name: string) =>
  page.locator(`meta[property="${name}"]`).getAttribute('content');

beforeAll(async () => {
  const list = JSON.parse((await read('/api/cars')).text) as CarListWire;
  car = list.cars.find((each): each is WireCar => !each.locked && each.deal === 'fair')!;
});

describe('an open car’s page', () => {
  it('an open car’s page has its head before scripts run, under the content security policy', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const answer = await page.goto(`${product.url}/car/${car.id}?lang=da`);
    expect(answer?.status()).toBe(200);
    expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'");
    expect(await page.title()).toContain('kr. | Bilfund');
    expect(await contentOf(page, 'og:url')).toBe(`${product.url}/car/${car.id}?lang=da`);
    expect(await page.locator('html').getAttribute('lang')).toBe('da');
    const alternates = page.locator('link[rel=alternate]');
    expect(await alternates.count()).toBe(3);
    await context.close();
  });

  // docs/spec.md, section 2.
  it('an open car’s page runs the app, and the policy does not block its data', async () => {
    const { page, faults } = await openQuietPage();
    await page.goto(`${product.url}/car/${car.id}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const data = (await page.locator('script[type="application/ld+json"]').textContent()) ?? '';
    expect(JSON.parse(data)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Car',
      offers: { '@type': 'Offer', price: car.price, priceCurrency: 'DKK' },
    });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('an open car’s page names a picture of 1200 × 630 that loads', async () => {
    const { text } = await read(`/car/${car.id}`);
    const address = /property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(address.startsWith(`${product.url}/share/`)).toBe(true);
    const answer = await fetch(address);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(bytes.length).toBeLessThan(300_000);
    const own = Buffer.from(await (await fetch(`${product.url}/share/bilfund.jpg`)).arrayBuffer());
    expect(own.equals(bytes)).toBe(false);
  });

  it('the page of an unknown car answers with the right status and message', async () => {
    const { page } = await openPage(browser);
    const answer = await page.goto(`${product.url}/car/404404404`);
    expect(answer?.status()).toBe(404);
    await page.getByText('Car Not Found').first().waitFor();
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    await page.context().close();
  });
});

describe('the map of the site', () => {
  it('the sitemap is named by robots.txt and links to working pages without locked cars', async () => {
    const robots = await read('/robots.txt');
    expect(robots.headers.get('content-type')).toContain('text/plain');
    expect(robots.text).toContain(`Sitemap: ${product.url}/sitemap.xml`);
    const map = await read('/sitemap.xml');
    expect(map.headers.get('content-type')).toContain('application/xml');
    const addresses = [...map.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, each]) =>
      each!.replaceAll('&amp;', '&'),
    );
    const counts = JSON.parse((await read('/api/counts')).text) as { total: number; amazing: number };
    const cars = addresses.filter((address) => address.includes('/car/'));
    expect(cars.length).toBeGreaterThan(100);
    expect(cars.length).toBeLessThanOrEqual(counts.total - counts.amazing);
    const sampled = cars.filter((_, index) => index % Math.ceil(cars.length / 12) === 0);
    const others = addresses.filter((address) => !address.includes('/car/'));
    expect(others.length).toBe(staticPages.filter((page) => page.isListed).length);
    for (const address of [...others, ...sampled]) {
      const answer = await fetch(address);
      expect([address, answer.status]).toEqual([address, 200]);
      expect(await answer.text()).toContain('rel="canonical"');
    }
  });
});

describe('the static pages', () => {
  it.each(staticPages)('$name has its text before the app runs, in both languages', async ({ path }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const texts: string[] = [];
    for (const language of ['en', 'da'] as const) {
      await page.goto(product.url + addressIn(path, language));
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.title()).toContain('Bilfund');
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(
        product.url + addressIn(path, language),
      );
      texts.push(await page.locator('main').innerText());
    }
    expect(texts[0]!.length).toBeGreaterThan(60);
    expect(texts[0]).not.toBe(texts[1]);
    await context.close();
  });

  it.each(staticPages)('$name is hydrated by the app without changes', async ({ path }) => {
    const { page, faults } = await openQuietPage();
    await page.addInitScript(() => {
      const marked = globalThis as unknown as { document: { querySelector(query: string): unknown } };
      const note = () => {
        (globalThis as unknown as { first: unknown }).first ??= marked.document.querySelector('main');
      };
      (globalThis as unknown as { addEventListener(name: string, run: () => void): void }).addEventListener(
        'DOMContentLoaded',
        note,
      );
    });
    await page.goto(product.url + path, { waitUntil: 'networkidle' });
    // The element that was there before the app is the app's own now: nothing was drawn twice.
    await untilTakenOver(page);
    expect(await page.evaluate('document.querySelector("main") === globalThis.first')).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('a prerendered page is replaced without errors if the address or the previous screen asks for more', async () => {
    const { page, faults } = await openQuietPage();
    await page.goto(`${product.url}/login?confirm=123456&email=ny%40example.dk`);
    await expect.poll(() => page.getByLabel('Code').inputValue()).toBe('123456');
    // The app must have taken the page over before its address becomes another's.
    await page.goto(`${product.url}/register`, { waitUntil: 'networkidle' });
    await untilTakenOver(page);
    await page.evaluate("history.replaceState({ usr: { email: 'ny@example.dk' } }, '', '/login')");
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByText('We sent a code to ny@example.dk.').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('a prerendered page is never shown to readers who chose the other language', async () => {
    const { page, faults } = await openQuietPage();
    await page.addInitScript(() => {
      (
        globalThis as unknown as { localStorage: { setItem(key: string, value: string): void } }
      ).localStorage.setItem('app_language', 'da');
    });
    await page.goto(`${product.url}/?view=faq`, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Spørgsmål og svar' }).first().waitFor();
    await expect.poll(() => page.locator('html').getAttribute('class')).toBe('');
    await expect.poll(() => page.title()).toBe('Spørgsmål og svar | Bilfund');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('a prerendered page shows the language in the address and keeps it on a first visit', async () => {
    const { page } = await openPage(browser);
    await page.goto(`${product.url}/terms?lang=da`, { waitUntil: 'networkidle' });
    const shown = () => page.locator('html').getAttribute('lang');
    await untilTakenOver(page);
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect.poll(shown).toBe('da');
    await page.goto(`${product.url}/privacy`, { waitUntil: 'networkidle' });
    await expect.poll(shown).toBe('da');
    await page.context().close();
  });

  it('a prerendered home page is replaced by the list for signed-in readers', async () => {
    const person = await signUp(product, newEmail('share'));
    const { page, faults } = await openQuietPage();
    await sendSignIn(page, product.url, person.email, 'hemmelig-kode');
    await page.getByRole('article').first().waitFor();
    await page.goto(product.url);
    await page.getByRole('article').first().waitFor();
    await expect
      .poll(() => page.getByRole('heading', { name: 'Know what the car is worth' }).count())
      .toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CarListWire, WireCar } from '#core/contract/routes/cars.ts';
import { faultsOf, openPage, openView, productInBrowser, sendSignIn, views } from '#tests/support/browser.ts';
import { type Person, password, sharedProduct, signUp } from '#tests/support/product.ts';
import { check as da } from '../../web/src/i18n/da/plates.ts';
import { check as en } from '../../web/src/i18n/en/plates.ts';

const { product, browser } = await productInBrowser(sharedProduct());

let person: Person;
/** One of the demo's cars whose plate is known, as somebody would meet it in a drive. */
let car: WireCar & { plate: string };

const texts = { en, da };

/** The first rated car that is open to everybody and shows its plate. */
async function plateInSight(): Promise<typeof car> {
  for (let page = 1; ; page++) {
    const { body } = await person.ask<CarListWire>('GET', `/api/cars?view=all&page=${page}`);
    const found = body.cars.find(
      (each): each is typeof car =>
        !each.locked && each.plate !== null && each.deal === 'fair' && typeof each.mileage === 'number',
    );
    if (found) return found;
    if (page >= body.totalPages) throw new Error('No car of the demo shows its plate.');
  }
}

beforeAll(async () => {
  person = await signUp(product, 'drive@example.dk');
  car = await plateInSight();
});

const fillIn = async (page: Page, { plate = car.plate, price = car.price } = {}) => {
  await page.locator('input[name=plate]').fill(plate.replace(/(\d{2})(\d{3})$/, ' $1 $2').toLowerCase());
  await page.locator('input[name=price]').fill(`${price.toLocaleString('da-DK')} kr.`);
  await page.locator('input[name=mileage]').fill(String(car.mileage));
  await page.locator('main form button[type=submit]').click();
};

describe('a car by its plate and price', () => {
  it.each(views)(
    'the plate check shows what the plan allows, in $language at $width px, $colorScheme',
    { timeout: 240_000 },
    async (view) => {
      const page = await openView(browser, view);
      const t = texts[view.language];
      await sendSignIn(page, product.url, person.email, password);
      await page.waitForURL((url) => url.pathname === '/');
      await page.goto(`${product.url}/check?lang=${view.language}`);
      await page.getByRole('heading', { level: 1, name: t.title }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await fillIn(page);
      const answer = page.getByRole('region', { name: t.result });
      await answer.waitFor();
      expect(await answer.textContent()).toContain(car.plate.replace(/(\d{2})(\d{3})$/, ' $1 $2'));
      expect(await answer.textContent()).toContain(car.price.toLocaleString('da-DK'));
      expect(await answer.evaluate((element) => element.matches(':focus'))).toBe(true);
      expect(await faultsOf(page)).toEqual([]);
      await page.context().close();
    },
  );

  it('the plate check reports wrong input and is charged once for all attempts', async () => {
    const before = (await person.usage()).scrapes_used;
    const { page } = await openPage(browser);
    await sendSignIn(page, product.url, person.email, password);
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto(`${product.url}/check`);
    await fillIn(page, { plate: 'ZZ99999' });
    await page.getByRole('alert').filter({ hasText: 'The vehicle register knows no car' }).waitFor();
    for (const price of [car.price, 10_000]) await fillIn(page, { price });
    await page.getByRole('region', { name: en.result }).waitFor();
    // The same plate as in the tests before, on the same day.
    expect((await person.usage()).scrapes_used).toBe(Math.max(before, 1));
    await page.context().close();
  });
});

describe('a link that a phone shares with the installed app', () => {
  it('a link shared with the installed app waits in the import field, whichever parameter holds it', async () => {
    const { page } = await openPage(browser);
    await sendSignIn(page, product.url, person.email, password);
    await page.waitForURL((url) => url.pathname === '/');
    const link = 'https://www.facebook.com/marketplace/odense/search?query=golf';
    const field = page.getByLabel('Marketplace search link');
    const shares: Record<string, string>[] = [
      { title: 'Marketplace', text: `Se her: ${link}` },
      { title: 'Marketplace', text: 'Golf', url: link },
      { title: link },
    ];
    for (const shared of shares) {
      await page.goto(`${product.url}/shared?${new URLSearchParams(shared)}`);
      const expected = Object.values(shared).find((text) => text.includes(link));
      await expect.poll(() => field.inputValue().catch(() => '')).toBe(expected);
    }
    await page.context().close();
  });
});

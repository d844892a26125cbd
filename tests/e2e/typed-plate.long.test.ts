import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CarListWire, WireCar, WireCarDetail } from '#core/contract/routes/cars.ts';
import { faultsOf, openView, productInBrowser, sendSignIn, views } from '#tests/support/browser.ts';
import { newEmail, type Person, password, sharedProduct, signUp } from '#tests/support/product.ts';
import { plateOfCar as da } from '../../web/src/i18n/da/plates.ts';
import { plateOfCar as en } from '../../web/src/i18n/en/plates.ts';

const { product, browser } = await productInBrowser(sharedProduct());

let stranger: Person;
const texts = { en, da };

async function carOfDemo(person: Person, fits: (car: WireCar) => boolean): Promise<WireCar> {
  for (let page = 1; ; page++) {
    const { body } = await person.ask<CarListWire>('GET', `/api/cars?view=all&page=${page}`);
    const found = body.cars.find((each): each is WireCar => !each.locked && fits(each));
    if (found) return found;
    if (page >= body.totalPages) throw new Error('The demo has no such car.');
  }
}

beforeAll(async () => {
  stranger = await signUp(product, 'stranger@example.dk');
});

/** As somebody without a mouse opens the form and types. */
async function write(page: Page, opener: string, plate: string): Promise<void> {
  await page.getByRole('button', { name: opener, exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await dialog.locator('input[name=plate]').evaluate((field) => field.matches(':focus'))).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.type(plate);
  await page.keyboard.press('Enter');
}

describe('the plate of a car that somebody types', () => {
  it.each(views)(
    'a typed plate is visible to its reader only, in $language at $width px, $colorScheme',
    { timeout: 240_000 },
    async (view) => {
      const t = texts[view.language];
      const person = await signUp(
        product,
        newEmail(`plate-${view.language}-${view.width}-${view.colorScheme}`),
      );
      const shown = await carOfDemo(person, (car) => car.plate !== null && car.deal === 'fair');
      const other = await carOfDemo(person, (car) => car.plate !== null && car.brand !== shown.brand);
      const page = await openView(browser, view);
      await sendSignIn(page, product.url, person.email, password);
      await page.waitForURL((url) => url.pathname === '/');
      await page.goto(`${product.url}/car/${shown.id}?lang=${view.language}`);
      await page.getByRole('button', { name: t.correct, exact: true }).waitFor();
      await write(page, t.correct, other.plate!);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('alert').waitFor();
      expect(await dialog.getByRole('alert').textContent()).toContain(other.brand);
      await dialog.getByRole('button', { name: t.confirm }).press('Enter');
      await page.getByText(t.byMe).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: t.back, exact: true }).press('Enter');
      await page.getByRole('button', { name: t.correct, exact: true }).waitFor();
      await page
        .getByRole('status')
        .filter({ hasText: t.takenBack })
        .getByRole('button')
        .last()
        .press('Enter');
      await page.getByText(t.byMe).waitFor();

      const { body } = await stranger.ask<WireCarDetail>('GET', `/api/cars/${shown.id}`);
      expect(body).toMatchObject({ plate: shown.plate, plate_typed_by: null });
      await page.context().close();
    },
  );
});

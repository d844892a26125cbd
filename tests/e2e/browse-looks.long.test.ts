import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  faultsOf,
  openView,
  productInBrowser,
  sendSignIn,
  untilQuiet,
  type View,
  views,
} from '#tests/support/browser.ts';
import { sharedProduct, signUp } from '#tests/support/product.ts';
import * as daBrowse from '../../web/src/i18n/da/browse.ts';
import * as daCar from '../../web/src/i18n/da/car-page.ts';
import { collections as daCollections } from '../../web/src/i18n/da/collections.ts';
import { da } from '../../web/src/i18n/da.ts';
import * as enBrowse from '../../web/src/i18n/en/browse.ts';
import * as enCar from '../../web/src/i18n/en/car-page.ts';
import { collections as enCollections } from '../../web/src/i18n/en/collections.ts';
import { en } from '../../web/src/i18n/en.ts';

const { product, browser } = await productInBrowser(sharedProduct());

const email = 'looker@example.dk';
const texts = {
  en: { ...en, ...enCar, ...enBrowse, own: enCollections },
  da: { ...da, ...daCar, ...daBrowse, own: daCollections },
};

let carId: string;

beforeAll(async () => {
  await signUp(product, email);
  type List = { cars: { id: string; locked: boolean }[] };
  const list = (await (await fetch(`${product.url}/api/cars`)).json()) as List;
  carId = list.cars.find((car) => !car.locked)!.id;
});

async function openAs(view: View): Promise<Page> {
  const page = await openView(browser, view);
  await sendSignIn(page, product.url, email, 'hemmelig-kode');
  await page.locator('article[data-car]').first().waitFor();
  return page;
}

describe.each(views)('in $language at $width px, $colorScheme', (view) => {
  const t = texts[view.language];
  let page: Page;
  beforeAll(async () => {
    page = await openAs(view);
  });
  afterAll(() => page?.context().close());

  /** New at each try of the test: the failed try may have created a list of that name. */
  let listName = '';
  const cards = () => page.locator('article[data-car]');
  const dialog = () => page.getByRole('dialog');
  const open = async (path: string) => {
    await page.goto(product.url + path);
    await untilQuiet(page);
  };
  const choose = async (place: number, item: string) => {
    await cards().nth(place).locator('[aria-haspopup=menu]').click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const close = async () => {
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  };

  it('filters, chips and an empty list have no accessibility violations and fit the window', async () => {
    await open('/?fuel=diesel,petrol&minYear=2012&gearbox=manual&place=Odense&radius=150');
    await cards().first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    if (view.width < 1024) {
      await page.getByRole('button', { name: t.filters.title }).click();
      await dialog().getByText(t.filters.gearbox, { exact: true }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await close();
    }
    await open('/?fuel=hydrogen&brand=Ford&mode=list');
    await page.getByRole('button', { name: t.list.clearFilters }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('a car’s menu, its lists, the tray and the comparison have no accessibility violations and fit the window', async () => {
    await open('/?view=all&mode=list');
    await cards().first().locator('[aria-haspopup=menu]').click();
    await page.getByRole('menuitem', { name: t.card.addToList }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await choose(0, t.card.addToList);
    listName = `${view.language} ${view.width} ${Date.now()}`;
    await dialog().getByRole('textbox').fill(listName);
    await dialog().getByRole('button', { name: t.own.createAndAdd }).click();
    await dialog().getByRole('checkbox', { checked: true }).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await close();
    for (const place of [0, 1, 2, 3]) await choose(place, t.card.compare);
    const tray = page.getByRole('region', { name: t.compare.tray });
    await tray.getByRole('listitem').nth(3).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await tray.locator('button').last().click();
    await dialog().getByRole('table').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const over =
      'document.querySelector("dialog").scrollWidth - document.querySelector("dialog").clientWidth';
    await expect.poll(() => page.evaluate(over)).toBeLessThanOrEqual(0);
    await close();
  });

  it('lists, saved searches, their dialog and the keyboard help have no accessibility violations and fit the window', async () => {
    await open('/?fuel=electric');
    await page.getByRole('button', { name: t.filters.save }).click();
    await dialog().getByRole('textbox').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByRole('button', { name: t.own.save, exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    await open('/?view=list');
    await page.getByRole('link', { name: listName }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('link', { name: listName }).click();
    await cards().first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('?');
    await dialog().getByText(t.keys.next).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await close();
  });

  it('a sold car, its large photos and an unknown car have no accessibility violations and fit the window', async () => {
    await page.route(`**/api/cars/${carId}`, async (route) => {
      const response = await route.fetch();
      const car = (await response.json()) as object;
      await route.fulfill({ response, json: { ...car, availability: 'sold' } });
    });
    await open(`/car/${carId}`);
    await page.getByText(t.car.soldTitle).waitFor();
    await cards().first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.locator('.cursor-zoom-in').first().click();
    await dialog().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await close();
    await open('/car/nowhere');
    await page.getByRole('heading', { level: 2 }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});

import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPage, productInBrowser, sendSignIn, untilListStands } from '#tests/support/browser.ts';
import { sharedProduct, signUp } from '#tests/support/product.ts';

const { product, browser } = await productInBrowser(sharedProduct());

/** The machine may be busy: what is waited for may take its time. */
const patience = { timeout: 20_000 };
const email = 'browser@example.dk';

let page: Page;
let faults: string[];

beforeAll(async () => {
  await signUp(product, email);
  ({ page, faults } = await openPage(browser));
  await sendSignIn(page, product.url, email, 'hemmelig-kode');
  await cards().first().waitFor();
});

/** The cars of the page; stubs of locked ones are none. */
const cards = () => page.locator('article[data-car]');
const filters = () => page.getByRole('complementary', { name: 'Filters' });
const chip = (name: string) => page.getByRole('button', { name: `Remove filter: ${name}` });
const query = () => new URL(page.url()).searchParams;
const scrollTop = () => page.evaluate<number>('Math.round(scrollY)');

async function open(path: string): Promise<void> {
  await page.goto(`${product.url}${path}`);
  await cards().first().waitFor();
}

/** Once the answer to the newest query stands: the cars' ids in their order. */
async function shownCars(): Promise<string[]> {
  await page
    .locator('[aria-live=polite]')
    .filter({ hasText: /of .* car/ })
    .first()
    .waitFor();
  await untilListStands(page);
  return cards().evaluateAll((all) => all.map((card) => card.getAttribute('data-car') ?? ''));
}

async function totalCount(): Promise<number> {
  await untilListStands(page);
  const text = await page.getByText(/^\d+–\d+ of [\d.]+ cars?/).textContent();
  return Number(/of ([\d.]+)/.exec(text ?? '')![1]!.replaceAll('.', ''));
}

async function pressMenu(place: number, item: string): Promise<void> {
  await cards()
    .nth(place)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

/**
 * Undoes what the notice says, which comes a picture after the press and may stand below an earlier one; waits until the
 * service has answered this very request, not one still under way.
 */
async function undo(done: string): Promise<void> {
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page
    .getByRole('status')
    .locator('div', { hasText: done })
    .getByRole('button', { name: 'Undo' })
    .click();
  await (await sent).response();
}

describe('the filters', () => {
  it('filters appear in the address and as chips, and survive a reload and a later visit', async () => {
    await open('/?view=all');
    const all = await totalCount();
    await filters()
      .getByRole('checkbox', { name: /^Diesel/ })
      .check();
    await chip('Diesel').waitFor();
    await filters()
      .getByRole('radio', { name: /^Manual/ })
      .check();
    await chip('Manual').waitFor();
    await filters().getByRole('combobox', { name: 'Highest mileage' }).selectOption('200000');
    await chip('up to 200.000 km').waitFor();
    await filters().getByRole('textbox', { name: 'First year' }).fill('2014');
    await page.keyboard.press('Enter');
    await chip('from 2014').waitFor();
    await expect
      .poll(() => Object.fromEntries(query()), patience)
      .toEqual({ fuel: 'diesel', gearbox: 'manual', maxMileage: '200000', minYear: '2014' });
    const cars = await shownCars();
    expect(cars.length).toBeGreaterThan(0);
    expect(await totalCount()).toBeLessThan(all);
    await page.reload();
    await cards().first().waitFor();
    expect(await shownCars()).toEqual(cars);
    await page.goto(product.url);
    await chip('Diesel').waitFor();
    expect(await shownCars()).toEqual(cars);
  });

  it('filter counts match the number of cars after choosing the filter', async () => {
    await shownCars();
    const label = await filters().locator('label', { hasText: 'Private' }).textContent();
    const promised = Number(/(\d[\d.]*)$/.exec(label ?? '')![1]!.replaceAll('.', ''));
    await filters()
      .getByRole('radio', { name: /^Private/ })
      .check();
    await chip('Private').waitFor();
    await shownCars();
    expect(await totalCount()).toBe(promised);
  });

  it('a town with a radius shows only cars in or near it', async () => {
    await open('/?view=all');
    await filters().getByLabel('Town').fill('Aarhus');
    await page.keyboard.press('Enter');
    await chip('within 25 km of Aarhus').waitFor();
    const near = await shownCars().then(totalCount);
    await filters().getByRole('combobox', { name: 'How far away' }).selectOption('100');
    await chip('within 100 km of Aarhus').waitFor();
    expect(near).toBeGreaterThan(0);
    expect(await totalCount()).toBeGreaterThan(near);
    await expect.poll(() => query().get('radius'), patience).toBe('100');
  });

  it('Back undoes one filter after the other, and Forward sets it again', async () => {
    await open('/?view=all');
    const all = await totalCount();
    await filters()
      .getByRole('checkbox', { name: /^Diesel/ })
      .check();
    await chip('Diesel').waitFor();
    const diesel = await totalCount();
    await filters()
      .getByRole('radio', { name: /^Manual/ })
      .check();
    await chip('Manual').waitFor();
    await page.goBack();
    await chip('Manual').waitFor({ state: 'detached' });
    await expect.poll(totalCount, patience).toBe(diesel);
    await page.goBack();
    await expect.poll(totalCount, patience).toBe(all);
    expect(await chip('Diesel').count()).toBe(0);
    await page.goForward();
    await chip('Diesel').waitFor();
    expect(
      await filters()
        .getByRole('checkbox', { name: /^Diesel/ })
        .isChecked(),
    ).toBe(true);
  });

  it('an empty list names the filter to remove, and removing it shows the promised cars', async () => {
    await page.goto(`${product.url}/?fuel=hydrogen&brand=Ford`);
    const drop = page.getByRole('button', { name: /^Without the filter Hydrogen: / });
    const promised = Number(/: ([\d.]+) car/.exec((await drop.textContent()) ?? '')![1]!.replaceAll('.', ''));
    await drop.click();
    await cards().first().waitFor();
    expect(await totalCount()).toBe(promised);
  });

  it('premium filters open the upgrade dialog', async () => {
    await open('/?view=all');
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('deal');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await filters()
      .getByRole('checkbox', { name: /Amazing/ })
      .click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(query().has('deal')).toBe(false);
  });

  it('one click shows the cars since the last visit', async () => {
    const visits = { previousAt: '2026-01-01T00:00:00.000Z', seenAt: new Date().toISOString() };
    await page.evaluate((saved) => localStorage.setItem('bilfund_visits', saved), JSON.stringify(visits));
    await open('/?view=all');
    await page.getByRole('link', { name: /new since my last visit/ }).click();
    await chip('New since my last visit').waitFor();
    await expect.poll(() => query().get('newSince'), patience).toBe(visits.previousAt);
    expect((await shownCars()).length).toBeGreaterThan(0);
  });
});

describe('coming back from a car', () => {
  // docs/spec.md, section 2.
  it('the back link restores the list’s position and marks the car as seen', async () => {
    await open('/?view=all&sort=scraped_desc&page=2');
    const [cars, place] = [await shownCars(), 16];
    const card = () => cards().nth(place);
    // Where it stands in the window, which is what the eye comes back to.
    const top = async () => Math.round((await card().boundingBox())?.y ?? Number.NaN);
    await card().scrollIntoViewIfNeeded();
    let left = await openCar(card());
    expect(left.scrollTop).toBeGreaterThan(1_000);
    await expect.poll(scrollTop, patience).toBe(0);
    await page.goBack();
    await card().waitFor();
    await expect.poll(top, patience).toBe(left.top);
    expect(await shownCars()).toEqual(cars);
    await expect.poll(() => card().textContent(), patience).toContain('Opened');
    left = await openCar(card());
    await page.getByRole('link', { name: 'Back to Cars' }).click();
    await card().waitFor();
    await expect.poll(top, patience).toBe(left.top);
  });

  /** Presses it, and says where it stood just then: cards above may take their own height until the press, which may scroll. */
  async function openCar(card: Locator): Promise<{ scrollTop: number; top: number }> {
    await page.evaluate(`addEventListener('click', ({ target }) => {
      const { top } = target.closest('article').getBoundingClientRect();
      window.pressed = { scrollTop: scrollY, top: Math.round(top) };
    }, { capture: true, once: true })`);
    await card.getByRole('link').click();
    await page.getByText('Car Specifications').waitFor();
    return page.evaluate('pressed');
  }
});

describe('stars', () => {
  it('a star is set at once, listed among the starred and removed by undo', async () => {
    await open('/?view=all&sort=year_desc');
    const [id] = await shownCars();
    await cards()
      .first()
      .getByRole('button', { name: /^Star / })
      .click();
    await cards()
      .first()
      .getByRole('button', { name: /^Remove star/ })
      .waitFor();
    await page.getByRole('link', { name: 'Saved', exact: true }).click();
    await expect.poll(async () => (await shownCars())[0], patience).toBe(id);
    await cards()
      .first()
      .getByRole('button', { name: /^Remove star/ })
      .click();
    await undo('Star removed');
    await cards()
      .first()
      .getByRole('button', { name: /^Remove star/ })
      .waitFor();
    await page.reload();
    await expect.poll(async () => (await shownCars())[0], patience).toBe(id);
  });
});

describe('a card', () => {
  /** One that is shown whole, whatever is in sight, has the page laid out and painted anew when that begins or ends. */
  it('a card is drawn fully for keyboard focus and an open menu, but not for every press in it', async () => {
    await open('/?view=all&sort=year_desc');
    await shownCars();
    const drawn = () =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('li:has(> article[data-car])')).contentVisibility`,
      );
    const star = cards().first().locator('button[aria-pressed]');
    await star.click();
    expect(await drawn()).toBe('auto');
    await cards()
      .first()
      .getByRole('button', { name: /^More for/ })
      .click();
    expect(await drawn()).toBe('visible');
    await page.keyboard.press('Escape');
    await star.click();
    expect(await drawn()).toBe('auto');
    await page.keyboard.press('Shift+Tab');
    expect(await drawn()).toBe('visible');
  });
});

describe('lists and saved searches', () => {
  it('a saved search can be opened, renamed, deleted and restored', async () => {
    await open('/?fuel=electric&sort=price_desc');
    const total = await shownCars().then(totalCount);
    await page.getByRole('button', { name: 'Save this search' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Electric ones');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as “Electric ones”').waitFor();
    await page.getByRole('link', { name: 'Saved', exact: true }).click();
    await page.getByRole('link', { name: 'Lists' }).click();
    await page.getByRole('button', { name: 'Rename Electric ones' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Plugs');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete Plugs' }).click();
    await expect.poll(() => page.getByRole('link', { name: 'Plugs' }).count(), patience).toBe(0);
    await undo('The search “Plugs” is deleted');
    await page.getByRole('link', { name: 'Plugs' }).click();
    await chip('Electric').waitFor();
    expect(await shownCars().then(totalCount)).toBe(total);
  });

  it('cars can be added to an own list from their menu and removed again', async () => {
    await open('/?view=all&sort=mileage_asc');
    const ids = await shownCars();
    await pressMenu(0, 'Add to a list');
    await page.getByLabel('Name of the new list').fill('Saturday');
    await page.getByRole('button', { name: 'Create and add' }).click();
    await page.getByRole('checkbox', { name: /^Saturday/, checked: true }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await pressMenu(1, 'Add to a list');
    await page.getByRole('checkbox', { name: /^Saturday/ }).check();
    await page.getByText('2 cars', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Saved', exact: true }).click();
    await page.getByRole('link', { name: 'Lists' }).click();
    await page.getByRole('link', { name: 'Saturday' }).click();
    await page.getByRole('heading', { name: 'Saturday' }).waitFor();
    await expect.poll(async () => (await shownCars()).sort(), patience).toEqual(ids.slice(0, 2).sort());
    await cards()
      .first()
      .getByRole('button', { name: /^Remove .* from the list$/ })
      .click();
    await expect.poll(() => cards().count(), patience).toBe(1);
    await undo('Removed from the list');
    await page.reload();
    await expect.poll(async () => (await shownCars()).length, patience).toBe(2);
  });
});

describe('the comparison', () => {
  it('the compare tray stays across pages and shows the cars side by side', async () => {
    await open('/?view=all&sort=price_asc');
    await pressMenu(0, 'Compare');
    await pressMenu(3, 'Compare');
    const tray = page.getByRole('region', { name: 'Cars to compare' });
    await tray.getByText('2 cars to compare').waitFor();
    await cards().nth(5).getByRole('link').click();
    await page.getByText('Car Specifications').waitFor();
    await page.getByRole('button', { name: 'Compare', exact: true }).first().click();
    await tray.getByText('3 cars to compare').waitFor();
    await page.reload();
    await tray.getByRole('button', { name: 'Compare 3 cars' }).click();
    const table = page.getByRole('dialog').getByRole('table');
    await table.waitFor();
    await expect.poll(() => table.getByRole('columnheader').count(), patience).toBe(4);
    await page
      .getByRole('dialog')
      .getByText(/^The cars differ in: .*Price/)
      .waitFor();
    await page.keyboard.press('Escape');
    await tray.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => tray.count(), patience).toBe(0);
  });
});

describe('the page of who is signed in', () => {
  it('a signed-in reader’s page requests the font with Š early, so that it is laid out once', async () => {
    // A page that a worker answers cannot be kept waiting from here.
    const { page: fresh } = await openPage(browser, { serviceWorkers: 'block' });
    await sendSignIn(fresh, product.url, email, 'hemmelig-kode');
    const firstCar = fresh.locator('article[data-car]').first();
    await firstCar.waitFor();
    let showScreen = () => {};
    const lettersAsked = new Promise<void>((asked) => (showScreen = asked));
    await fresh.route('**/assets/list-*.js', async (route) => {
      await lettersAsked;
      await route.continue();
    });
    fresh.on('request', (request) => request.url().includes('latin-ext') && showScreen());
    await fresh.reload();
    await firstCar.waitFor();
    await fresh.context().close();
  });
});

describe('the keyboard', () => {
  it('keyboard shortcuts move, star, open, search and show help', async () => {
    await open('/?view=all&sort=price_desc');
    const ids = await shownCars();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await cards()
      .nth(1)
      .getByRole('button', { name: /^Remove star/ })
      .waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/car/${ids[0]}`);
    await page.getByText('Car Specifications').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('golf');
    await page.keyboard.press('Enter');
    await chip('“golf”').waitFor();
    expect((await shownCars()).length).toBeGreaterThan(0);
  });

  it('browsing causes no errors', () => {
    expect(faults).toEqual([]);
  });
});

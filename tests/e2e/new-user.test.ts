import { expect, it } from 'vitest';
import { productInBrowser } from '#tests/support/browser.ts';
import {
  arrive,
  cards,
  importMs,
  mostPresses,
  placesOf,
  pressesOf,
  signUpOnPage,
  untilRated,
} from '#tests/support/newcomer.ts';
import { newEmail, smallSearch, startProduct } from '#tests/support/product.ts';

const { product, browser } = await productInBrowser(startProduct());

it('a new user with a link needs at most four presses to the first rated car and sees what to look at first', async () => {
  const { page, faults, seconds } = await arrive(product, browser, {}, 'en');
  await page.getByLabel('Marketplace search link').fill(await smallSearch(product.url));
  await page.getByRole('main').getByRole('button', { name: 'Rate these cars' }).click();
  await signUpOnPage(product, page, newEmail('link'), {
    email: 'E-mail',
    password: 'Password',
    confirm: 'Confirm password',
    code: 'Code',
  });
  await page.getByRole('button', { name: 'Import cars' }).click();
  await untilRated(page, /Rated neither a bargain nor overpriced|Above the market price/);
  const presses = await pressesOf(page);
  console.info(`With a link: ${presses} presses, ${seconds()} seconds`);
  expect(presses).toBeGreaterThan(0);
  expect(presses).toBeLessThanOrEqual(mostPresses.withLink);

  const firstLook = page.getByRole('region', { name: 'Worth a look first' });
  await firstLook.getByText(/you can see/).waitFor({ timeout: importMs });
  // Under the box a row of cars is whole in the first window.
  const { lookHeight, cardBottom } = await placesOf(page, firstLook);
  expect(lookHeight).toBeLessThanOrEqual(130);
  expect(cardBottom).toBeLessThanOrEqual(900);
  await firstLook.getByRole('link').first().click();
  await page.getByText('Car Specifications').waitFor();
  await page.goBack();
  await firstLook.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await cards(page).first().waitFor();
  await page.getByRole('button', { name: 'Import cars' }).waitFor();
  expect(await firstLook.count()).toBe(0);
  expect(faults).toEqual([]);
});

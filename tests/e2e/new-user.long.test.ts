import { expect, it } from 'vitest';
import { productInBrowser } from '#tests/support/browser.ts';
import {
  arrive,
  importMs,
  mostPresses,
  placesOf,
  pressesOf,
  signUpOnPage,
  untilRated,
} from '#tests/support/newcomer.ts';
import { newEmail, startProduct } from '#tests/support/product.ts';

const { product, browser } = await productInBrowser(startProduct());

it('a new user without a link needs at most five presses on a phone, in Danish', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page, faults, seconds } = await arrive(product, browser, phone, 'da');
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Kom i gang' }).click();
  await signUpOnPage(product, page, newEmail('phone'), {
    email: 'E-mail',
    password: 'Adgangskode',
    confirm: 'Gentag adgangskode',
    code: 'Kode',
  });
  await page.getByText('Start med en af disse').waitFor();
  await page.getByRole('region', { name: 'Importér biler' }).getByRole('button', { name: /Škoda/ }).click();
  await untilRated(page, /[Hh]verken kup eller dyr|Over markedsprisen/);
  const presses = await pressesOf(page);
  console.info(`Without a link, on a phone: ${presses} presses, ${seconds()} seconds`);
  expect(presses).toBeGreaterThan(0);
  expect(presses).toBeLessThanOrEqual(mostPresses.onPhoneWithoutLink);

  const firstLook = page.getByRole('region', { name: 'Værd at se på først' });
  await firstLook.getByText(/som du kan se/).waitFor({ timeout: importMs });
  const { lookHeight, priceBottom } = await placesOf(page, firstLook);
  expect(lookHeight).toBeLessThanOrEqual(160);
  expect(priceBottom).toBeLessThanOrEqual(844);
  expect(faults).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { openPage, productInBrowser, sendSignIn } from '#tests/support/browser.ts';
import { newEmail, password, sharedProduct, signUp } from '#tests/support/product.ts';

const { product, browser } = await productInBrowser(sharedProduct());

describe('an account that is erased', () => {
  it('a deleted account exports its data first and cannot be used afterwards', async () => {
    const email = newEmail('leaver');
    await signUp(product, email);
    const { page, faults } = await openPage(browser);
    const dialog = page.getByRole('dialog');
    await sendSignIn(page, product.url, email, password);
    await page.getByRole('article').first().waitFor();
    await page.goto(`${product.url}/profile`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/^bilfund-\d{4}-\d\d-\d\d\.json$/);
    await page.getByText('Your browser has the file: look among its downloads.').waitFor();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
    await dialog.getByLabel('Password').fill('forkert-kode');
    await dialog.getByRole('button', { name: 'Delete everything' }).click();
    await dialog.getByText('Incorrect password.').waitFor();
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Delete everything' }).click();
    await page.getByText('Your account is deleted.').waitFor();
    await page.getByRole('link', { name: 'Log in' }).first().waitFor();
    await sendSignIn(page, product.url, email, password);
    await page.getByRole('alert').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchTestBrowser, openPage, sendSignIn } from '#tests/support/browser.ts';
import { password, type RunningProduct, sharedProduct, signUp, smallSearch } from '#tests/support/product.ts';

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launchTestBrowser()]);
});
afterAll(() => browser?.close());

describe('an account that is erased', () => {
  it('a deleted account exports its data first and cannot be used afterwards', async () => {
    await signUp(product, 'leaver@example.dk');
    const { page, faults } = await openPage(browser);
    const dialog = page.getByRole('dialog');
    await sendSignIn(page, product.url, 'leaver@example.dk', password);
    await page.getByRole('article').first().waitFor();
    await page.goto(`${product.url}/profile`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/^bilfund-\d{4}-\d\d-\d\d\.json$/);
    await page.getByText('Your browser has the file: look among its downloads.').waitFor();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByLabel('Type leaver@example.dk to confirm').fill('leaver@example.dk');
    await dialog.getByLabel('Password').fill('forkert-kode');
    await dialog.getByRole('button', { name: 'Delete everything' }).click();
    await dialog.getByText('Incorrect password.').waitFor();
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Delete everything' }).click();
    await page.getByText('Your account is deleted.').waitFor();
    await page.getByRole('link', { name: 'Log in' }).first().waitFor();
    await sendSignIn(page, product.url, 'leaver@example.dk', password);
    await page.getByRole('alert').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('a deleted account takes the photos of its own cars with it', async () => {
    const person = await signUp(product, 'photographed@example.dk');
    const search = await smallSearch(product.url);
    const saved = await (await fetch(search)).text();
    const dropped = `/api/imports/page?url=${encodeURIComponent(search)}`;
    const { body } = await person.ask<{ jobId: string; carsFound: number }>('POST', dropped, saved);
    expect(body.carsFound).toBeGreaterThan(0);
    await person.importEnd(body.jobId);
    type List = { cars: { image_urls: string[] }[] };
    const list = await person.ask<List>('GET', '/api/cars?view=discovered');
    const photos = list.body.cars.flatMap((car) => car.image_urls);
    const answers = async () =>
      Promise.all(photos.map(async (path) => (await fetch(`${product.url}${path}`)).status));
    expect(new Set(await answers())).toEqual(new Set([200]));
    expect((await person.ask('DELETE', '/api/account', { password })).status).toBe(200);
    expect((await answers()).filter((status) => status === 200)).toEqual([]);
  });
});

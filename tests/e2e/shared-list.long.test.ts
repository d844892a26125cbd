import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { openPage, productInBrowser, sendSignIn } from '#tests/support/browser.ts';
import { newEmail, sharedProduct, signUp } from '#tests/support/product.ts';

const { product, browser } = await productInBrowser(sharedProduct());

const faults: string[][] = [];

/** A person in a browser of their own, whose list is on the screen. */
async function enter(
  name: string,
): Promise<{ page: Page; ask: (key: string, body?: object) => Promise<void> }> {
  const email = newEmail(name);
  const person = await signUp(product, email);
  const opened = await openPage(browser);
  faults.push(opened.faults);
  await sendSignIn(opened.page, product.url, email, 'hemmelig-kode');
  await opened.page.locator('article[data-car]').first().waitFor();
  const ask = async (key: string, body?: object) => {
    const [method, path] = key.split(' ') as [string, string];
    expect((await person.ask(method, path, body)).status).toBeLessThan(300);
  };
  return { page: opened.page, ask };
}

it('two people share a list, each sees the note of the other, and the owner takes the link back', async () => {
  const [owner, partner] = [await enter('list-owner'), await enter('list-partner')];
  const answer = await fetch(`${product.url}/api/cars`);
  const { cars } = (await answer.json()) as CarListWire;
  const id = cars.find((car) => !car.locked)!.id;
  const hunt = (note: string) => ({ note, stage: 'viewing', day: null });
  await owner.ask('POST /api/lists', { name: 'For us' });
  await owner.ask(`PUT /api/hunt/${id}`, hunt('Call Monday.'));
  await partner.ask(`PUT /api/hunt/${id}`, hunt('Rust below?'));

  await owner.page.goto(`${product.url}/?view=list`);
  await owner.page.getByRole('link', { name: 'For us' }).click();
  const list = new URL(owner.page.url()).searchParams.get('list');
  await owner.ask(`PUT /api/lists/${list}/cars/${id}`);
  await owner.page.getByRole('button', { name: 'Share', exact: true }).click();
  await owner.page.getByRole('button', { name: 'Make a link' }).click();
  const link = await owner.page.getByRole('dialog').locator('code').textContent();

  await partner.page.goto(link!);
  await partner.page.getByRole('button', { name: 'Accept' }).click();
  await partner.page.getByText('You: Viewing · Rust below?').waitFor();
  await partner.page.getByText('The other: Viewing · Call Monday.').waitFor();

  await owner.page.getByRole('button', { name: 'Take the link back' }).click();
  await owner.page.getByRole('button', { name: 'Make a link' }).waitFor();
  await partner.page.reload();
  await partner.page.getByRole('button', { name: 'Accept' }).click();
  await partner.page.getByRole('heading', { name: 'This list is not shared with you' }).waitFor();
  expect(faults.flat()).toEqual([]);
}, 180_000);

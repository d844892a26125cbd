import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPromotionCode } from '#local/seed.ts';
import { assemblyWith } from '#tests/support/assembly.ts';
import { actionMs, launchTestBrowser, sendSignIn } from '#tests/support/browser.ts';
import {
  type DemoLink,
  demoLinks,
  newEmail,
  type Product,
  signUp,
  startProduct,
} from '#tests/support/product.ts';

const password = 'hemmelig-kode';
const daySeconds = 24 * 60 * 60;
const cards = { pays: '4242 4242 4242 4242', isDeclined: '4000 0000 0000 0002' };

let product: Product;
let browser: Browser;
let links: DemoLink[];
let removeAssembly: () => void;

beforeAll(async () => {
  // One import a month instead of twenty: the limit is met by a person, not by twenty imports.
  // The clock jumps by weeks in which nobody looks at an ad: at the next full hour all cars would leave the list.
  const assembly = await assemblyWith({ NEW_ACCOUNT_SCRAPES: '1', UNSEEN_DAYS: '365' });
  removeAssembly = assembly.remove;
  [product, browser] = await Promise.all([startProduct({ cdkOut: assembly.folder }), launchTestBrowser()]);
  // The smallest search first: one import is all that is needed.
  links = (await demoLinks(product.url))
    .filter((link) => link.kind === 'search')
    .toSorted((a, b) => (a.expectedCars ?? Infinity) - (b.expectedCars ?? Infinity));
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  removeAssembly?.();
});

type Visit = { context: BrowserContext; page: Page; faults: string[] };

/** A person with an account of their own who has just signed in. */
async function visit(name: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
  const email = newEmail(name);
  await signUp(product, email);
  // bypassCSP lets the audit in; the pages of the other tests run under the product's own policy.
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    bypassCSP: true,
    ...options,
  });
  context.setDefaultTimeout(actionMs);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await sendSignIn(page, product.url, email, password);
  await page.getByRole('article').first().waitFor();
  return { context, page, faults };
}

const dialog = (page: Page) => page.getByRole('dialog');

async function openPlans(page: Page): Promise<void> {
  await page.goto(`${product.url}/profile`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /Upgrade to Premium|Change plan/ })
    .click();
  await dialog(page).waitFor();
}

async function choose(page: Page, offer: string): Promise<void> {
  await dialog(page).getByRole('button', { name: offer }).click();
  await page
    .getByLabel('Contact')
    .or(page.getByRole('heading', { name: 'Contact' }))
    .waitFor();
}

async function payBy(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry (MM / YY)').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^(Pay|Subscribe for) / }).click();
}

const isPaid = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
const planName = (page: Page, name: string) =>
  page.getByRole('main').locator('section').first().getByText(name, { exact: true }).first().waitFor();

async function seesPremium(page: Page): Promise<void> {
  await page.getByText('Premium Active').first().waitFor();
}

describe('a reader who reaches the limit', () => {
  let visitor: Visit;
  let list: Page;
  beforeAll(async () => {
    visitor = await visit('limit');
    list = visitor.page;
  });

  it('a reader is told after the last import, and the next one leads to the plans', async () => {
    const page = visitor.page;
    await page.getByLabel('Marketplace search link').fill(links[0]!.url);
    await page.getByRole('button', { name: 'Import cars' }).click();
    await page
      .getByText(/cars? checked/)
      .first()
      .waitFor({ timeout: 180_000 });
    await page.getByText("You have used this month's imports.").first().waitFor();
    await page.getByLabel('Marketplace search link').fill(links[1]!.url);
    await page.getByRole('button', { name: 'Import cars' }).click();
    await dialog(page).getByText('You have used up your imports.').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('a free reader finds the amazing deals locked, and a click on one opens the plans', async () => {
    await list.goto(`${product.url}/?view=all`);
    await list.getByText('Premium Only').first().waitFor();
    await list.getByRole('article').filter({ hasText: 'Premium Only' }).first().getByRole('button').click();
    await dialog(list).getByText('This one is an amazing deal.').waitFor();
    await list.keyboard.press('Escape');
  });

  it('a bad card is declined, a good one pays, and the reader is thanked', async () => {
    const page = await visitor.context.newPage();
    await openPlans(page);
    await choose(page, 'Choose Premium Monthly');
    await payBy(page, cards.isDeclined);
    await page.getByRole('alert').getByText('Your card was declined.').waitFor();
    await list.evaluate('globalThis.isSamePage = true');
    await payBy(page, cards.pays);
    await isPaid(page);
    expect(new URL(page.url()).pathname).toBe('/subscription/success');
    await page.getByText('Your subscription is now active.').waitFor();
    await page.getByText(/Reference for support: cs_test_/).waitFor();
    await seesPremium(page);
    await page.getByRole('link', { name: 'View Profile' }).click();
    await planName(page, 'Premium Monthly');
    await page.getByText('€9.00').first().waitFor();
    await page
      .getByRole('link', { name: /^Receipt/ })
      .first()
      .waitFor();
    await page.close();
  });

  it('the amazing deals unlock in an open list without a reload', async () => {
    await list.getByText('Premium Only').first().waitFor({ state: 'detached', timeout: 60_000 });
    // The cheapest amazing car need not be on the first page.
    const amazing = list.getByRole('checkbox', { name: /^Amazing/ });
    await amazing.check();
    await list.getByRole('article').filter({ hasText: 'Amazing' }).first().getByRole('link').waitFor();
    await amazing.uncheck();
    await seesPremium(list);
    expect(await list.evaluate('globalThis.isSamePage')).toBe(true);
  });

  it('cancelling uses the words of the specification and keeps Premium to the end of the period', async () => {
    const page = await visitor.context.newPage();
    await page.goto(`${product.url}/profile`);
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await dialog(page)
      .getByText('It will remain active until the end of the current billing period.')
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByText('Your subscription is cancelled.').waitFor();
    await page.getByText(/is not renewed/).waitFor();
    await page.getByRole('button', { name: 'Reactivate subscription' }).click();
    await page.getByText('Your subscription is active again').waitFor();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await dialog(page).getByRole('button', { name: 'Cancel subscription' }).click();
    // Not the notice: the one of the first time may still stand.
    await page.getByRole('button', { name: 'Reactivate subscription' }).waitFor();
    await page.getByText(/is not renewed/).waitFor();
    await seesPremium(page);
    await page.close();
  });

  it('Premium ends when the period is over, also in an open list', async () => {
    await product.control.skip(32 * daySeconds);
    await list.getByText('Premium Only').first().waitFor({ timeout: 90_000 });
    await list.getByRole('banner').getByRole('button', { name: 'Upgrade to Premium' }).waitFor();
    expect(await list.evaluate('globalThis.isSamePage')).toBe(true);
    await list.goto(`${product.url}/profile`);
    await planName(list, 'Free');
    expect(visitor.faults).toEqual([]);
  });
});

describe('a promotion code', () => {
  it('a promotion code unlocks market values from the dialog, free of charge', async () => {
    const { context, page, faults } = await visit('code');
    await openPlans(page);
    await dialog(page).getByText('I have a promotion code').click();
    await dialog(page).getByLabel('Promotion code').fill('NO-SUCH-CODE');
    await dialog(page).getByRole('button', { name: 'Unlock with code' }).click();
    await dialog(page).getByRole('alert').waitFor();
    await dialog(page).getByLabel('Promotion code').fill(demoPromotionCode);
    await dialog(page).getByRole('button', { name: 'Unlock with code' }).click();
    await dialog(page).getByText('Already unlocked').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Unlocked', { exact: true }).waitFor();
    await planName(page, 'Free');
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('the way up', () => {
  it('upgrades lead from monthly to three months to lifetime, which leaves nothing to cancel or renew', async () => {
    const { context, page, faults } = await visit('lifetime');
    await openPlans(page);
    await choose(page, 'Choose Premium Monthly');
    await payBy(page, cards.pays);
    await isPaid(page);
    await seesPremium(page);
    await openPlans(page);
    await dialog(page).getByText('Your plan', { exact: true }).waitFor();
    await dialog(page).getByRole('button', { name: 'Switch to Premium (3 Months)' }).click();
    await page.getByRole('heading', { name: 'Change to Premium (3 Months)' }).waitFor();
    await page.getByRole('button', { name: /^Confirm and pay/ }).click();
    await isPaid(page);
    await expect.poll(() => new URL(page.url()).searchParams.get('plan')).toBe('premium_quarterly');
    await page.getByRole('link', { name: 'View Profile' }).click();
    await planName(page, 'Premium (3 Months)');
    await openPlans(page);
    await choose(page, 'Switch to Lifetime Deal Hunter');
    await payBy(page, cards.pays);
    await isPaid(page);
    await page.getByRole('link', { name: 'View Profile' }).click();
    await planName(page, 'Lifetime');
    for (const name of ['Cancel subscription', 'Manage', 'Change plan'])
      expect(await page.getByRole('button', { name }).count(), name).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildDirectory, webDirectory } from '#lib/build/output.ts';
import {
  openPage,
  productInBrowser,
  sendSignIn,
  untilQuiet,
  untilTakenOver,
} from '#tests/support/browser.ts';
import { password, signUp, startProduct } from '#tests/support/product.ts';

const { product, browser } = await productInBrowser(startProduct({ empty: true, demo: false }));

// Runs the built app with a stage's default settings: without the demo marketplace and the demo's cars.

const email = 'deployed@example.dk';
/** What exists on this machine only: the demo marketplace and the control page. */
const ofTheDemo = /demo|\/_local/i;

beforeAll(async () => {
  await signUp(product, email);
});

const visitorPaths = [
  '/',
  '/?view=all',
  '/?view=guide',
  '/?view=faq',
  '/?view=future',
  '/?view=support',
  '/login',
  '/register',
  '/button',
  '/extension',
  '/receive',
  '/check',
  '/how-we-rate',
  '/terms',
  '/privacy',
  '/changelog',
  '/nowhere',
];
const memberPaths = [
  '/',
  '/?view=subscriptions',
  '/?view=history',
  '/?view=list',
  '/button',
  '/profile',
  '/notifications',
  '/notifications/settings',
];

/** All tags and texts of the page, visible or not, except the code of the Bilfund button's bookmark. */
const linesOf = (html: string) =>
  html
    .replace(/href="javascript:[^"]*"/g, '')
    .replaceAll('>', '>\n')
    .split('\n');

describe.each(['en', 'da'] as const)('what is deployed, in %s', (language) => {
  async function arrive() {
    const { page, faults } = await openPage(browser, { serviceWorkers: 'block' });
    onTestFinished(() => page.context().close());
    await page.addInitScript((chosen) => localStorage.setItem('app_language', chosen), language);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    /** The page's lines and requests that mention the demo or lead to another port of this machine. */
    const strays = async (path: string) => {
      await page.goto(product.url + path);
      await page.getByRole('main').waitFor();
      await untilQuiet(page);
      const html = await page.content();
      expect(html.length).toBeGreaterThan(3_000);
      const elsewhere = asked.filter((url) => new URL(url).origin !== product.url && /^http/.test(url));
      return [
        ...linesOf(html).filter((line) => ofTheDemo.test(line)),
        ...linesOf(html).filter((line) => /127\.0\.0\.1|localhost/.test(line.replaceAll(product.url, ''))),
        ...asked.filter((url) => ofTheDemo.test(url)),
        ...elsewhere,
      ];
    };
    return { page, faults, strays };
  }

  it('a visitor of the deployed site sees no demo and no control page', async () => {
    const { page, faults, strays } = await arrive();
    for (const path of visitorPaths) expect([path, await strays(path)]).toEqual([path, []]);
    await page.goto(product.url);
    await untilTakenOver(page);
    const title = language === 'en' ? 'See an import from start to end' : 'Se en import fra start til slut';
    const skip = language === 'en' ? 'Skip to the end' : 'Til slutningen';
    // The recorded import starts when it scrolls into view.
    await page.getByRole('heading', { name: title }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: skip }).click();
    await page.locator('ul[tabindex] h3').nth(10).waitFor();
    expect(await page.getByRole('main').textContent()).not.toMatch(ofTheDemo);
    expect(faults).toEqual([]);
  });

  it('a signed-in reader of the deployed site sees no demo and is offered marketplace searches', async () => {
    const { page, faults, strays } = await arrive();
    await sendSignIn(page, product.url, email, password);
    await page.waitForURL((url) => url.pathname === '/');
    for (const path of memberPaths) expect([path, await strays(path)]).toEqual([path, []]);
    await page.goto(product.url);
    const first = page.getByRole('button', { name: /København/ });
    await first.waitFor();
    expect(faults).toEqual([]);
  });
});

describe('what is deployed', () => {
  it('the deployed site says that it has no demo marketplace', async () => {
    const about = (await (await fetch(`${product.url}/api/about`)).json()) as { demo: unknown };
    expect(about.demo).toBeNull();
  });

  it('no deployed file names the control page', () => {
    const texts = /\.(?:js|css|html|svg|json|webmanifest|txt|mjs)$/;
    for (const folder of [webDirectory, join(buildDirectory, 'functions'), join(buildDirectory, 'cdk.out')]) {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        texts.test(name),
      );
      expect(files.length, folder).toBeGreaterThan(5);
      expect(files.filter((name) => readFileSync(join(folder, name), 'utf8').includes('/_local'))).toEqual(
        [],
      );
    }
  });
});

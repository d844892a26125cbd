/**
 * What the app costs a visitor: `npm run bench -- web [--runs n] [-- --sizes]`. Builds and starts the whole product, measures
 * the sizes of what is loaded (with --sizes nothing else, and without starting anything), Lighthouse's mobile audit (median of `runs`) and the interactions at a quarter of the speed.
 * Prints a table and, as its last line, one JSON object.
 */

import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Browser, Page } from 'puppeteer-core';
import { buildAll } from '#lib/build/build.ts';
import { webDirectory } from '#lib/build/output.ts';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { type Product, password, signUp, startProduct } from '#tests/support/product.ts';
import { desk, launchVisitor, measureInteractions, phone, signInAs } from './web/interactions.ts';
import { type Audit, auditPage } from './web/page-audit.ts';
import { BuiltApp } from './web/sizes.ts';

/** Where Linux lists the threads of this process: each has a priority of its own, which what it starts later takes over. */
const threads = '/proc/self/task';

/** Everything that was started before this call goes before this process and what it starts from now on. */
function giveWay(): void {
  const ids = existsSync(threads) ? readdirSync(threads).map(Number) : [process.pid];
  for (const id of ids) setPriority(id, constants.priority.PRIORITY_LOW);
}

/** What `npm run bench -- web` measures against. KiB after brotli; milliseconds; Lighthouse's points. */
const budgets = {
  initialJsKib: 100,
  /** With what stands below the home's first car and is taken over later. */
  loadedJsKib: 105,
  initialCssKib: 12,
  performance: 98,
  otherScores: 100,
  lcpMs: 2000,
  cls: 0.02,
  tbtMs: 100,
  interactionP95Ms: 100,
};

const slowdown = 4;
const email = 'measured@example.dk';

/** The scripts below /assets that a first visit of this address asks for. */
async function loadedScripts(page: Page, url: string): Promise<Set<string>> {
  const files = new Set<string>();
  const note = (request: { url(): string }) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*\.js$/.test(pathname)) files.add(pathname.slice(1));
  };
  page.on('request', note);
  await page.goto(url, { waitUntil: 'networkidle0' });
  page.off('request', note);
  return files;
}

/**
 * The larger of both languages, from the built files: "initial" is every script that the signed-out home fetches before it
 * can be used. It does not count the other language's texts or the service worker.
 */
function measureSizes() {
  const app = new BuiltApp(webDirectory);
  const languages = ['en', 'da'] as const;
  return {
    initialJsKib: Math.max(...languages.map((language) => app.sum(app.homeScripts(language)))),
    initialCssKib: app.sum(app.styles),
  };
}

/** What a phone really asks for on the home, not scrolled. */
async function measureLoaded(page: Page, url: string): Promise<number> {
  return new BuiltApp(webDirectory).sum(await loadedScripts(page, url));
}

async function anOpenCar(product: Product): Promise<string> {
  type List = { cars: { id: string; locked: boolean }[] };
  const { cars } = (await (await fetch(`${product.url}/api/cars`)).json()) as List;
  return `${product.url}/car/${cars.find((car) => !car.locked)!.id}`;
}

async function measure(browser: Browser, product: Product, runs: number) {
  const page = await browser.newPage();
  await page.setViewport(phone);
  const sizes = { ...measureSizes(), loadedJsKib: await measureLoaded(page, product.url) };
  const audits: Record<string, Audit> = {
    home: await auditPage(browser, `${product.url}/`, runs),
    car: await auditPage(browser, await anOpenCar(product), runs),
  };
  await signUp(product, email);
  await signInAs(page, product.url, email, password);
  audits.list = await auditPage(browser, `${product.url}/`, runs);
  await page.setViewport(desk);
  const interactions = await measureInteractions(page, `${product.url}/`, 5, slowdown);
  return { sizes, audits, interactions };
}

type Line = { what: string; got: number; budget: number; isLeast?: boolean };

function sizeLines(sizes: ReturnType<typeof measureSizes>): Line[] {
  return [
    { what: 'initial JS, KiB br', got: sizes.initialJsKib, budget: budgets.initialJsKib },
    { what: 'initial CSS, KiB br', got: sizes.initialCssKib, budget: budgets.initialCssKib },
  ];
}

function linesOf({ sizes, audits, interactions }: Awaited<ReturnType<typeof measure>>): Line[] {
  const audited = Object.entries(audits).flatMap(([name, audit]): Line[] => [
    { what: `${name}: performance`, got: audit.performance, budget: budgets.performance, isLeast: true },
    { what: `${name}: accessibility`, got: audit.accessibility, budget: budgets.otherScores, isLeast: true },
    { what: `${name}: best practices`, got: audit.bestPractices, budget: budgets.otherScores, isLeast: true },
    { what: `${name}: SEO`, got: audit.seo, budget: budgets.otherScores, isLeast: true },
    { what: `${name}: LCP, ms`, got: audit.lcpMs, budget: budgets.lcpMs },
    { what: `${name}: CLS`, got: audit.cls, budget: budgets.cls },
    { what: `${name}: TBT, ms`, got: audit.tbtMs, budget: budgets.tbtMs },
  ]);
  return [
    ...sizeLines(sizes),
    {
      what: 'JS that the home on a phone asked for, KiB br',
      got: sizes.loadedJsKib,
      budget: budgets.loadedJsKib,
    },
    ...audited,
    {
      what: `interactions at 1/${slowdown} speed, p95 ms`,
      got: interactions.p95Ms,
      budget: budgets.interactionP95Ms,
    },
  ];
}

const isMet = ({ got, budget, isLeast }: Line) => (isLeast ? got >= budget : got <= budget);

function printTable(lines: readonly Line[]): void {
  for (const line of lines) {
    const got = line.got.toFixed(line.got < 1 ? 3 : 1).padStart(9);
    console.info(
      `${isMet(line) ? '  ' : '✗ '}${line.what.padEnd(64)}${got}  ${line.isLeast ? '≥' : '≤'} ${line.budget}`,
    );
  }
}

const values = readOptions(headerOf(import.meta.filename), {
  runs: { type: 'string', default: '3' },
  sizes: { type: 'boolean', default: false },
});

async function measureProduct(browser: Browser): Promise<void> {
  const product = await startProduct();
  try {
    const measured = await measure(browser, product, Number(values.runs));
    const lines = linesOf(measured);
    printTable(lines);
    console.info('interactions, the slowest of each kind in ms:');
    for (const [name, ms] of Object.entries(measured.interactions.byName))
      console.info(`  ${name.padEnd(64)}${String(ms).padStart(7)}`);
    console.info(
      JSON.stringify({ ...measured, missed: lines.filter((line) => !isMet(line)).map(({ what }) => what) }),
    );
  } finally {
    await product.remove();
  }
}

async function measureAll(): Promise<void> {
  const browser = await launchVisitor();
  try {
    // A visitor's phone runs neither the service nor the measuring: the browser, begun before, goes before both.
    giveWay();
    await measureProduct(browser);
  } finally {
    await browser.close();
  }
}

if (values.sizes) {
  await buildAll({ quiet: true });
  const sizes = measureSizes();
  printTable(sizeLines(sizes));
  console.info(JSON.stringify(sizes));
} else {
  await measureAll();
}

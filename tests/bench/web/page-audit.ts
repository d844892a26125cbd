import lighthouse from 'lighthouse';
import type { Browser } from 'puppeteer-core';

export type Audit = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcpMs: number;
  cls: number;
  tbtMs: number;
};

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Opens a tab of its own: in a reused tab the clean-up of the former page would count as time of the new one. */
async function auditOnce(browser: Browser, url: string): Promise<Audit> {
  const page = await browser.newPage();
  // The session stays: a member's list is measured as a member sees it.
  const result = await lighthouse(
    url,
    { disableStorageReset: true, logLevel: 'error' },
    undefined,
    page as never,
  );
  await page.close();
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcpMs: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbtMs: value('total-blocking-time'),
  };
}

/** Lighthouse's mobile audit, the median of `runs` for each figure. */
export async function auditPage(browser: Browser, url: string, runs: number): Promise<Audit> {
  const audits: Audit[] = [];
  for (let run = 0; run < runs; run++) audits.push(await auditOnce(browser, url));
  const names = Object.keys(audits[0]!) as (keyof Audit)[];
  return Object.fromEntries(names.map((name) => [name, median(audits.map((each) => each[name]))])) as Audit;
}

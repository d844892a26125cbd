/**
 * Every screen as a reader meets it: `npm run shots [-- --out folder] [-- --only list,car]`. With `--update` it
 * writes the references of the compared pictures anew instead, where they show something else. The built app with the answers of
 * the compared pictures, at both widths, in both languages, by day and in the dark; whole pages as PNG. Ends with an error
 * where a page is wider than its window or asks for what is not there.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { languages } from '#core/shared.ts';
import { buildAll } from '#lib/build/build.ts';
import { buildDirectory, webDirectory } from '#lib/build/output.ts';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { launchTestBrowser, type View } from '#tests/support/browser.ts';
import { openSite, type Screen, screens, siteUrl } from '#tests/support/picture-site.ts';

const values = readOptions(headerOf(import.meta.filename), {
  out: { type: 'string' },
  only: { type: 'string' },
  update: { type: 'boolean', default: false },
});
if (values.update) {
  const args = ['run', '--project', 'e2e', 'tests/e2e/pictures.long.test.ts'];
  const { status } = spawnSync('vitest', args, {
    stdio: 'inherit',
    env: { ...process.env, LOOKS: 'update' },
  });
  process.exit(status ?? 1);
}
const folder = values.out ?? join(buildDirectory, 'shots');
const wanted = values.only?.split(',');

const views = languages.flatMap((language) =>
  ([1280, 390] as const).flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme): View => ({ language, width, colorScheme })),
  ),
);

await buildAll({ quiet: true });
mkdirSync(folder, { recursive: true });
const browser = await launchTestBrowser();

/** Goes down the page and back, as a reader does: what stands further down comes when somebody is near. */
async function readThrough(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame);
    }
    scrollTo(0, 0);
  })()`);
}

/** What is wrong with the page, in words. */
async function shoot(name: string, screen: Screen, view: View): Promise<string[]> {
  const height = view.width > 600 ? 900 : 844;
  const { reader, hasImported } = screen;
  const site = await openSite(browser, { folder: webDirectory, view, height, reader, hasImported });
  try {
    await site.page.goto(siteUrl + screen.path);
    await screen.show(site.page);
    await site.settle();
    await readThrough(site.page);
    await site.settle();
    const file = `${name}-${view.language}-${view.width}-${view.colorScheme}.png`;
    await site.page.screenshot({ path: join(folder, file), fullPage: true, animations: 'disabled' });
    const over = await site.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    return [...site.faults, ...(over > 0 ? [`${over} px wider than its window`] : [])].map(
      (fault) => `${file}: ${fault}`,
    );
  } finally {
    await site.close();
  }
}

try {
  const faults: string[] = [];
  for (const [name, screen] of Object.entries(screens))
    if (!wanted || wanted.includes(name))
      for (const view of views) faults.push(...(await shoot(name, screen, view)));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  console.info(`The pictures are in ${folder}`);
} finally {
  await browser.close();
}

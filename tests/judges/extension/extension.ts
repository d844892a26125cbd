import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';
import { buildExtension } from '#lib/build/build-extension.ts';
import { buyPremium, demoLinks, type Product, signUp, startProduct } from '#tests/support/product.ts';
import { type Judge, Unable } from '../judge.ts';
import { ExtensionUse } from './extension-use.ts';

type Candidate = { name: string; kind: 'chrome' | 'firefox'; program: string };

const candidates: readonly Candidate[] = [
  { name: 'Chromium', kind: 'chrome', program: 'chromium' },
  { name: 'Firefox', kind: 'firefox', program: 'firefox-esr' },
];

/** Firefox makes an extension's address up anew for each profile unless it is told. */
const firefoxAddress = '0b11f7d0-5a0c-4d5a-9a51-1f0b11f7d000';

/** "/usr/bin/chromium", and its version; null where it is not installed. */
function installed({ program }: Candidate): { path: string; version: string } | null {
  const path = spawnSync('which', [program], { encoding: 'utf8' }).stdout.trim();
  if (!path) return null;
  return { path, version: spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout.trim() };
}

/** A zone in which it is day now: the extension opens nothing at night. */
function zoneOfDay(now: Date): string {
  const ahead = 12 - now.getUTCHours();
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** Loads the unpacked extension in a browser, uses it as a person does, and returns what went wrong. */
async function examine(candidate: Candidate, executablePath: string, product: Product, folder: string) {
  const links = await demoLinks(product.url);
  const search = links.find(({ url }) => url.endsWith('/marketplace/odense/vehicles'))!.url;
  const nextSearch = links.find(({ url }) => url.endsWith('/category/search?query=skoda'))!.url;
  const otherSearch = links.find(({ url }) => url.includes('/mobility/search/'))!.url;
  const person = await signUp(product, `${candidate.kind}@judge.example`);
  // No car is locked.
  await buyPremium(person);
  const demoOrigin = new URL(search).origin;
  const unpacked = join(folder, candidate.kind);
  await buildExtension(candidate.kind, { origin: product.url, demoOrigin }, unpacked);
  const isChrome = candidate.kind === 'chrome';
  const browser = await launch({
    browser: candidate.kind,
    executablePath,
    headless: true,
    // Tall enough for all cars of the search: which of them have a line is told by what lies there.
    defaultViewport: { width: 1280, height: 4_000 },
    env: { ...process.env, TZ: zoneOfDay(new Date()) },
    ...(isChrome
      ? { args: ['--no-sandbox', '--lang=en-GB'], enableExtensions: [unpacked], pipe: true }
      : {
          // Without it no program may open the extension's own pages.
          args: ['--remote-allow-system-access'],
          extraPrefsFirefox: {
            'extensions.webextensions.uuids': JSON.stringify({ 'watch@bilfund.example': firefoxAddress }),
          },
        }),
  });
  try {
    let address = `moz-extension://${firefoxAddress}`;
    if (isChrome) {
      const worker = await browser.waitForTarget((target) => target.type() === 'service_worker');
      address = worker.url().replace(/\/worker\.js$/, '');
    } else await browser.installExtension(unpacked);
    const use = new ExtensionUse(browser, { address, product, search, nextSearch, otherSearch, person });
    return await use.run();
  } finally {
    await browser.close();
  }
}

/** The extension in whole browsers, which load it unpacked as a person does, against the demo whose marketplaces are walled. */
export const extension: Judge = {
  name: 'extension',
  async judge() {
    const found = candidates.map((candidate) => ({ candidate, browser: installed(candidate) }));
    const absent = found.filter(({ browser }) => !browser).map(({ candidate }) => candidate.name);
    if (absent.length === found.length) throw new Unable(`not installed: ${absent.join(', ')}`);
    const folder = mkdtempSync(join(tmpdir(), 'bilfund-extension-'));
    const findings: string[] = [];
    const said = absent.map((name) => `${name} is not installed`);
    let checked = 0;
    try {
      for (const { candidate, browser } of found) {
        if (!browser) continue;
        // The cars that the browser before looked at last would be rated first.
        const product = await startProduct({ walled: true });
        try {
          const result = await examine(candidate, browser.path, product, folder);
          checked += result.checked;
          findings.push(...result.findings.map((finding) => `${candidate.name}: ${finding}`));
          said.push(`${browser.version}: ${result.says}`);
        } finally {
          await product.remove();
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    return { checked, findings, says: said.join('; ') };
  },
};

import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ContractKey, contract } from '#core/contract/table.ts';
import { repositoryRoot, webDirectory } from '#lib/build/output.ts';
import { everyPairOfViews, launchTestBrowser, type View } from '#tests/support/browser.ts';
import { comparePixels, expectPicture, type Pixels, strayReferences } from '#tests/support/expect-picture.ts';
import { answersFor } from '#tests/support/picture-answers.ts';
import { openSite, type Screen, screens, siteUrl, untilCards } from '#tests/support/picture-site.ts';

type Node = {
  nodeId: number;
  nodeType: number;
  nodeName: string;
  nodeValue: string;
  children?: Node[];
  shadowRoots?: Node[];
};

const textType = 3;
const isDrawn = ({ nodeName }: Node) => !['HEAD', 'SCRIPT', 'STYLE'].includes(nodeName);
const insideOf = (node: Node): Node[] =>
  [...(node.children ?? []), ...(node.shadowRoots ?? [])].filter(isDrawn);
const textOf = ({ nodeValue }: Node) => nodeValue;
const isText = ({ nodeType, nodeValue }: Node) => nodeType === textType && nodeValue.trim() !== '';

/** The elements that hold text themselves, inside fields (values, placeholders) too. */
function textHolders(node: Node): Node[] {
  const inside = insideOf(node);
  return [...(inside.some(isText) ? [node] : []), ...inside.flatMap(textHolders)];
}

/**
 * What of the page's text a font of the machine draws: the names of such fonts, and the characters that `family`, the page's
 * own, does not have. Where the machine has no glyph either, an empty box stands, said to be drawn in the page's own font.
 */
async function foreignGlyphs(page: Page, family: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument', { depth: -1, pierce: true });
  const holders = textHolders(root);
  const used = await Promise.all(
    holders.map(({ nodeId }) => devtools.send('CSS.getPlatformFontsForNode', { nodeId })),
  );
  const foreign = used.flatMap(({ fonts }) => fonts.filter(({ isCustomFont }) => !isCustomFont));
  const ranges = await rangesOf(page, family);
  const letters = holders.flatMap((node) => [...insideOf(node).filter(isText).map(textOf).join('')]);
  const missing = letters.filter((letter) => {
    const code = letter.codePointAt(0)!;
    return !ranges.some(([from, to]) => code >= from && code <= to);
  });
  return [...new Set([...foreign.map(({ familyName }) => familyName), ...missing])];
}

/** The characters that the faces of a family declare, whether one of them was needed yet or not. */
async function rangesOf(page: Page, family: string): Promise<[number, number][]> {
  const faces = '[...document.fonts].map(({ family, unicodeRange }) => [family, unicodeRange])';
  const declared = (await page.evaluate(faces)) as [string, string][];
  return declared.flatMap(([name, ranges]) =>
    name.includes(family)
      ? [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)].map(([, from = '', to]): [number, number] => [
          Number.parseInt(from, 16),
          Number.parseInt(to ?? from, 16),
        ])
      : [],
  );
}

type GalleryBuild = { folder: string; remove(): Promise<void> };

/**
 * The gallery as files in a temporary folder: "/gallery/index.html" and what it loads. Only the development server has it
 * otherwise, and that one keeps a cache which two runs at once would share. 1–2 s.
 */
async function buildGallery(): Promise<GalleryBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'bilfund-gallery-'));
  const root = join(repositoryRoot, 'web');
  await build({
    ...{ configFile: false, root, publicDir: false, logLevel: 'error' },
    plugins: [react(), tailwindcss()],
    build: {
      outDir: folder,
      emptyOutDir: false,
      ...{ minify: false, assetsInlineLimit: 0, modulePreload: false },
      rolldownOptions: { input: join(root, 'gallery/index.html') },
    },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

type Picture = Screen & {
  screen: string;
  view: View;
  /** Of the window, in pixels: what the picture shows. */
  height: number;
  /** The whole page, however tall it is. */
  isWhole?: boolean;
};

const [desk, danishPhone, darkPhone, darkDanishDesk] = everyPairOfViews as [View, View, View, View];

const openMenu = async (page: Page) => {
  await untilCards(page);
  await page.locator('article[data-car] [aria-haspopup=menu]').first().click();
  await page.getByRole('menuitem').first().waitFor();
};

const gallery = {
  screen: 'gallery',
  path: '/gallery/index.html',
  reader: 'visitor',
  height: 900,
  isWhole: true,
  show: (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' }),
} as const;

type Shown = Pick<Picture, 'view' | 'height'> & Partial<Pick<Picture, 'show'>>;
/** One of the screens, in a view and down to a height. */
const of = (name: keyof typeof screens, shown: Shown): Picture => ({
  screen: name,
  ...screens[name],
  ...shown,
});

const pictures: readonly Picture[] = [
  { ...gallery, view: desk },
  { ...gallery, view: danishPhone },
  { ...gallery, view: darkDanishDesk },
  of('home', { view: desk, height: 640 }),
  of('home', { view: danishPhone, height: 1_200 }),
  of('sign-in', { view: desk, height: 900 }),
  of('register', { view: darkPhone, height: 900 }),
  of('plans', { view: darkDanishDesk, height: 1_350 }),
  of('guide', { view: danishPhone, height: 900 }),
  of('faq', { view: darkDanishDesk, height: 700 }),
  of('not-found', { view: darkPhone, height: 844 }),
  of('list', { view: desk, height: 1_000 }),
  { ...of('list-free', { view: darkPhone, height: 1_300, show: openMenu }), screen: 'list' },
  of('car', { view: darkDanishDesk, height: 1_400 }),
  { ...of('car-visitor', { view: danishPhone, height: 1_300 }), screen: 'car' },
  of('profile', { view: desk, height: 900 }),
  of('notifications', { view: darkPhone, height: 1_000 }),
];
const nameOf = ({ screen, view }: Picture) => `${screen}-${view.language}-${view.width}-${view.colorScheme}`;

describe('the pictures', () => {
  let browser: Browser;
  let built: GalleryBuild;
  beforeAll(async () => {
    [browser, built] = await Promise.all([launchTestBrowser(), buildGallery()]);
  });
  afterAll(async () => {
    await browser?.close();
    await built?.remove();
  });

  it.each(pictures.map((picture) => [nameOf(picture), picture] as const))(
    '%s matches its reference picture and uses no system font',
    async (name, picture) => {
      const folder = picture.screen === 'gallery' ? built.folder : webDirectory;
      const { page, faults, settle, close } = await openSite(browser, { ...picture, folder });
      onTestFinished(close);
      await page.goto(siteUrl + picture.path);
      await picture.show(page);
      await settle();
      expect(faults).toEqual([]);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      await expect.poll(() => foreignGlyphs(page, 'Familjen Grotesk')).toEqual([]);
      await expectPicture(name, async () => {
        await settle();
        return page.screenshot({ fullPage: picture.isWhole ?? false, animations: 'disabled' });
      });
    },
  );

  it.each(
    everyPairOfViews.flatMap((view) =>
      (['list', 'list-free'] as const).map((name) => [name, view.language, view.width, view] as const),
    ),
  )(
    'the first window of %s (%s, %i px) has a second row of cars, on a phone one whole card',
    async (...row) => {
      const [name, , , view] = row;
      const isPhone = view.width < 600;
      const height = isPhone ? 844 : 900;
      const options = { ...screens[name], folder: webDirectory, view, height };
      const { page, settle, close } = await openSite(browser, options);
      onTestFinished(close);
      await page.goto(siteUrl + screens[name].path);
      await untilCards(page);
      await page
        .getByRole('button', { name: /^(More ways to import|Flere måder at importere på)$/ })
        .waitFor();
      await settle();
      const cards = page.getByRole('article');
      const first = (await cards.first().boundingBox())!;
      const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
      const secondRow = Math.min(...tops.filter((top) => top > first.y));
      expect(isPhone ? first.y + first.height : secondRow).toBeLessThan(height);
    },
  );

  it('every reference picture has a test', async () => {
    expect(await strayReferences(pictures.map(nameOf))).toEqual([]);
  });

  it('the pictures praise no car that they warn of', () => {
    const { cars } = answersFor('premium')['GET /api/cars']!;
    const amazing = cars.flatMap((car) => (car.deal === 'amazing' && !car.locked ? [car] : []));
    expect(amazing.map(({ findings }) => findings.count)).toEqual([0]);
  });

  it.each(['visitor', 'free', 'premium'] as const)(
    'the picture answers for a %s reader satisfy the contract',
    (reader) => {
      for (const [key, answer] of Object.entries(answersFor(reader)))
        expect(contract[key as ContractKey].response.parse(answer), key).toEqual(answer);
    },
  );
});

describe('drawings', () => {
  const drawings = ['web/src/assets', 'web/public'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.svg'))
      .map((name) => join(folder, name)),
  );

  it('drawings contain no text, because an image cannot use the page’s font', () => {
    expect(drawings.length).toBeGreaterThan(2);
    expect(drawings.filter((path) => readFileSync(path, 'utf8').includes('<text'))).toEqual([]);
  });
});

describe('the comparison', () => {
  const plain = (width: number, height: number): Pixels => ({
    ...{ data: Buffer.alloc(width * height * 3, 90), width, height },
  });
  const changed = (pixels: Pixels, count: number, step: number): Pixels => ({
    ...pixels,
    data: Buffer.from(pixels.data.map((value, at) => (at < count * 3 ? value + step : value))),
  });
  const small = plain(200, 100);
  const tall = plain(400, 1_000);

  it('the picture comparison allows one pixel in a thousand to differ, at most a hundred', () => {
    expect(comparePixels(small, changed(small, 20, 40))).toMatchObject({ isSame: true, differing: 20 });
    expect(comparePixels(small, changed(small, 21, 40))).toMatchObject({ isSame: false, differing: 21 });
    expect(comparePixels(tall, changed(tall, 100, 40))).toMatchObject({ isSame: true, differing: 100 });
    expect(comparePixels(tall, changed(tall, 101, 40))).toMatchObject({ isSame: false, differing: 101 });
  });

  it('the picture comparison ignores rounding differences but not visible ones', () => {
    expect(comparePixels(small, changed(small, 9_000, 2)).differing).toBe(0);
    expect(comparePixels(small, changed(small, 9_000, 3)).differing).toBe(9_000);
  });

  it('the picture comparison rejects another size', () => {
    expect(comparePixels(plain(200, 100), plain(200, 101))).toMatchObject({ isSame: false, differing: 200 });
    expect(comparePixels(plain(200, 101), plain(200, 100))).toMatchObject({ isSame: false, differing: 200 });
  });
});

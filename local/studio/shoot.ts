/**
 * Renders the layers of the demo cars' pictures anew: `npm run demo:shoot -- [--body NAME] [--scene NAME] [--view NAME] [--to FOLDER]`.
 * Takes some minutes on two cores; run it when a body, a scene or a camera in `demo/studio` has changed, look at the
 * pictures, raise `drawingVersion` and commit the folder.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import sharp from 'sharp';
import {
  assetName,
  type LayeredView,
  layeredBodies,
  layeredViews,
  type PlateCorners,
  sceneNames,
} from '#demo/pictures/layers.ts';
import { prepareChromium } from '#functions/_adapters/browser/chromium-path.ts';

type ShotLayers = { black: string; paint: string; plate: PlateCorners | null };

const repository = fileURLToPath(new URL('../../', import.meta.url));
const entry = join(repository, 'demo/studio/shoot-layers.ts');
const softwareGl = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-accelerated-2d-canvas',
];

async function bundleStudio(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    target: 'es2024',
    write: false,
    absWorkingDir: repository,
  });
  return outputFiles[0]!.text;
}

async function launch(): Promise<Browser> {
  const { executablePath, env } = await prepareChromium();
  return chromium.launch({ executablePath, env, args: softwareGl, ignoreDefaultArgs: ['--disable-gpu'] });
}

const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** Writes both layers and says how many bytes they take. */
async function develop(folder: string, name: string, shot: ShotLayers): Promise<number> {
  const black = await sharp(bytesOf(shot.black))
    .webp({ quality: 80, smartSubsample: true, effort: 6 })
    .toBuffer();
  const paint = await sharp(bytesOf(shot.paint)).greyscale().webp({ quality: 84, effort: 6 }).toBuffer();
  await writeFile(join(folder, `${name}.a.webp`), black);
  await writeFile(join(folder, `${name}.m.webp`), paint);
  return black.byteLength + paint.byteLength;
}

/** Keeps the corners of what was not shot this time. */
async function rememberPlates(folder: string, plates: Record<string, PlateCorners | null>): Promise<void> {
  const file = join(folder, 'plates.json');
  const known = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as typeof plates) : {};
  const rows = Object.entries({ ...known, ...plates })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, corners]) => `  ${JSON.stringify(name)}: ${JSON.stringify(corners)}`);
  await writeFile(file, `{\n${rows.join(',\n')}\n}\n`);
}

const { values: only } = parseArgs({
  options: {
    body: { type: 'string', multiple: true },
    scene: { type: 'string', multiple: true },
    view: { type: 'string', multiple: true },
    to: { type: 'string', default: join(repository, 'demo/pictures/layers') },
  },
});
const chosen = <T extends string>(all: readonly T[], names: string[] | undefined) =>
  all.filter((name) => !names || names.includes(name));

async function shootAll(): Promise<void> {
  await mkdir(only.to, { recursive: true });
  const views: readonly LayeredView[] = chosen(layeredViews, only.view);
  await using browser = await launch();
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.addScriptTag({ content: await bundleStudio() });
  let total = 0;
  for (const scene of chosen(sceneNames, only.scene)) {
    for (const body of chosen(layeredBodies, only.body)) {
      const startedAt = performance.now();
      const shots = await page.evaluate<ShotLayers[]>(
        `shootLayers(${JSON.stringify(body)}, ${JSON.stringify(scene)}, ${JSON.stringify(views)})`,
      );
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      const plates: Record<string, PlateCorners | null> = {};
      for (const [index, shot] of shots.entries()) {
        const name = assetName(body, scene, views[index]!);
        plates[name] = shot.plate;
        const bytes = await develop(only.to, name, shot);
        total += bytes;
        console.info(`${name}: ${Math.round(bytes / 1024)} KB`);
      }
      await rememberPlates(only.to, plates);
      console.info(`${body} in ${scene}: ${seconds} s, ${(total / 1024 / 1024).toFixed(1)} MB so far`);
    }
  }
}

await shootAll();

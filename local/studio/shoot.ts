/**
 * Renders the layers of the demo cars' pictures anew:
 * `npm run demo:shoot -- [--shape NAME] [--look NAME] [--scene NAME] [--cabin ERA] [--hero] [--view NAME] [--to FOLDER]`; with `--shape` or `--look`
 * cars alone, with `--scene` places alone, with
 * `--cabin` insides alone. All of it takes half an hour on two cores; run it when something in
 * `demo/studio` has changed, look at the pictures, raise `drawingVersion` and commit the folder.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { composeHero, heroCar, heroScene } from '#demo/pictures/hero.ts';
import {
  cabinName,
  carName,
  heroHeight,
  heroWidth,
  layeredViews,
  type PlateCorners,
  sceneFile,
  sceneNames,
} from '#demo/pictures/layers.ts';
import { eras, looksOf, shapeNames } from '#demo/pictures/looks.ts';
import { prepareChromium } from '#functions/_adapters/browser/chromium-path.ts';

type CarShot = { black: string; paint: string; through: string; plate: PlateCorners | null };

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

/** Writes a car's three layers and says how many bytes they take. */
async function develop(folder: string, name: string, shot: CarShot): Promise<number> {
  const [black, paint, through] = await Promise.all([
    sharp(bytesOf(shot.black)).webp({ quality: 80, smartSubsample: true, effort: 6 }).toBuffer(),
    sharp(bytesOf(shot.paint)).greyscale().webp({ quality: 84, effort: 6 }).toBuffer(),
    sharp(bytesOf(shot.through)).greyscale().webp({ quality: 82, effort: 6 }).toBuffer(),
  ]);
  await writeFile(join(folder, `${name}.a.webp`), black);
  await writeFile(join(folder, `${name}.m.webp`), paint);
  await writeFile(join(folder, `${name}.t.webp`), through);
  return black.byteLength + paint.byteLength + through.byteLength;
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

const many = { type: 'string', multiple: true } as const;
const { values: only } = parseArgs({
  options: {
    ...{ shape: many, look: many, scene: many, cabin: many, view: many },
    hero: { type: 'boolean' },
    to: { type: 'string', default: join(repository, 'demo/pictures/layers') },
  },
});
const chosen = <T extends string>(all: readonly T[], names: string[] | undefined) =>
  all.filter((name) => !names || names.includes(name));
const views = chosen(layeredViews, only.view);
let total = 0;

function tell(name: string, bytes: number, startedAt: number): void {
  total += bytes;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.info(
    `${name}: ${Math.round(bytes / 1024)} KB, ${seconds} s, ${(total / 1024 / 1024).toFixed(1)} MB so far`,
  );
}

/** Calls one of the functions that the studio offers. */
const ask = <T>(
  page: Page,
  what: 'shootCar' | 'shootCabin' | 'shootHero' | 'shootPlace',
  ...details: unknown[]
) => page.evaluate<T[]>(`[${what}(${details.map((detail) => JSON.stringify(detail)).join(', ')})].flat()`);

async function shootCars(page: Page): Promise<void> {
  for (const shape of chosen(shapeNames, only.shape))
    for (const { name: look } of looksOf(shape)) {
      if (only.look && !only.look.includes(look)) continue;
      const startedAt = performance.now();
      const shots = await ask<CarShot>(page, 'shootCar', shape, look, views);
      const plates: Record<string, PlateCorners | null> = {};
      let bytes = 0;
      for (const [index, shot] of shots.entries()) {
        const name = carName(shape, look, views[index]!);
        plates[name] = shot.plate;
        bytes += await develop(only.to, name, shot);
      }
      await rememberPlates(only.to, plates);
      tell(`${shape} ${look}`, bytes, startedAt);
    }
}

async function shootCabins(page: Page): Promise<void> {
  for (const era of chosen(eras, only.cabin)) {
    const startedAt = performance.now();
    const [shot] = (await ask<CarShot>(page, 'shootCabin', era)) as [CarShot];
    const bytes = await develop(only.to, cabinName(era), shot);
    await rememberPlates(only.to, { [cabinName(era)]: shot.plate });
    tell(cabinName(era), bytes, startedAt);
  }
}

/** The home page's picture is no layer: it is finished here, and the web app has it among its own. */
async function shootHero(page: Page): Promise<void> {
  const startedAt = performance.now();
  const { shape, look } = heroCar;
  const [shot] = await ask<CarShot & { place: string }>(page, 'shootHero', shape, look, heroScene);
  const raw = (layer: string) => sharp(bytesOf(layer)).removeAlpha().raw().toBuffer();
  const [black, added, through, place] = await Promise.all(
    [shot!.black, shot!.paint, shot!.through, shot!.place].map(raw),
  );
  const layers = { black: black!, added: added!, through: through!, place: place! };
  const picture = await composeHero(layers, shot!.plate!);
  const file = join(repository, 'web/src/assets/hero-car.webp');
  const size = { width: heroWidth, height: heroHeight, channels: 3 } as const;
  const { size: bytes } = await sharp(picture, { raw: size }).webp({ quality: 66, effort: 6 }).toFile(file);
  tell('hero', bytes, startedAt);
}

async function shootPlaces(page: Page): Promise<void> {
  for (const scene of chosen(sceneNames, only.scene)) {
    const startedAt = performance.now();
    let bytes = 0;
    for (const [index, shot] of (await ask<string>(page, 'shootPlace', scene, views)).entries()) {
      const picture = await sharp(bytesOf(shot))
        .webp({ quality: 72, smartSubsample: true, effort: 6 })
        .toBuffer();
      await writeFile(join(only.to, sceneFile(scene, views[index]!)), picture);
      bytes += picture.byteLength;
    }
    tell(scene, bytes, startedAt);
  }
}

await mkdir(only.to, { recursive: true });
await using browser = await launch();
const page = await browser.newPage();
page.on('pageerror', (error) => console.error(error));
await page.addScriptTag({ content: await bundleStudio() });
const isAll = !only.shape && !only.look && !only.scene && !only.cabin && !only.hero;
if (isAll || only.scene) await shootPlaces(page);
if (isAll || only.cabin) await shootCabins(page);
if (isAll || only.hero) await shootHero(page);
if (isAll || only.shape || only.look) await shootCars(page);

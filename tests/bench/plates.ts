/**
 * How well plates are read in photos: `npm run bench -- plates --data DIR [--limit n]`.
 * DIR holds eu/, eu_truth.csv, dk/ and dk_truth.csv. Prints a table and, as its last line, one JSON object.
 */

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Region, type Sharp } from 'sharp';
import { danishGrammar, type PlateGrammar } from '#core/plates/decode.ts';
import type { PlateReading } from '#core/plates/plate.ts';
import { isAcceptedAtOnce, strictScore } from '#core/plates/verdict.ts';
import { createWorld } from '#demo/cars/world.ts';
import { renderPicture } from '#demo/pictures/render-picture.ts';
import { pictureSpecsOf } from '#demo/pictures/spec.ts';
import { createPlateReader, type PlateReader } from '#functions/plates/plate-reader.ts';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { europeanGrammars } from '#tests/support/european-grammars.ts';

/** `covered`: the plate is made one with what surrounds it; `beside`: the largest part next to it; `demo`: sides and insides. */
type PlainPhoto = { kind: 'covered' | 'beside' | 'demo'; bytes: Buffer };

const demoPhotos = 60;
const jpegQuality = 90;

/** Photos in which there is no plate to be read: of the set's photos two each, and those of the demo's that show none. */
async function photosWithoutPlate(photos: readonly TruePhoto[]): Promise<PlainPhoto[]> {
  const made: PlainPhoto[] = [];
  for (const photo of photos) {
    const bytes = readFileSync(photo.file);
    const { width, height } = await sharp(bytes).metadata();
    const hidden = hiddenRegion(photo, width, height);
    made.push({ kind: 'covered', bytes: await cover(bytes, hidden) });
    made.push({ kind: 'beside', bytes: await toJpeg(sharp(bytes).extract(beside(hidden, width, height))) });
  }
  const specs = createWorld(1)
    .ads()
    .flatMap(({ car }) => pictureSpecsOf(car))
    .filter(({ plate }) => plate === null);
  for (const spec of specs.slice(0, demoPhotos))
    made.push({ kind: 'demo', bytes: await renderPicture(spec) });
  return made;
}

const toJpeg = (picture: Sharp) => picture.jpeg({ quality: jpegQuality }).toBuffer();

/** The plate with its frame. */
function hiddenRegion({ box }: TruePhoto, width: number, height: number): Region {
  const left = Math.max(0, Math.floor(box.left - box.width * 0.2));
  const top = Math.max(0, Math.floor(box.top - box.height * 0.4));
  const right = Math.min(width, Math.ceil(box.left + box.width * 1.2));
  const bottom = Math.min(height, Math.ceil(box.top + box.height * 1.4));
  return { left, top, width: right - left, height: bottom - top };
}

async function cover(photo: Buffer, region: Region): Promise<Buffer> {
  const few = await sharp(photo)
    .extract(region)
    .resize({ width: 4, height: 1, fit: 'fill' })
    .png()
    .toBuffer();
  const { left, top, width, height } = region;
  const input = await sharp(few).resize({ width, height, fit: 'fill' }).png().toBuffer();
  return toJpeg(sharp(photo).composite([{ input, left, top }]));
}

/** Above, below, left or right of the region, whichever is largest. */
function beside({ left, top, width, height }: Region, photoWidth: number, photoHeight: number): Region {
  const [right, bottom] = [left + width, top + height];
  const parts = [
    { left: 0, top: 0, width: photoWidth, height: top },
    { left: 0, top: bottom, width: photoWidth, height: photoHeight - bottom },
    { left: 0, top: 0, width: left, height: photoHeight },
    { left: right, top: 0, width: photoWidth - right, height: photoHeight },
  ];
  return parts.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a));
}

/** One photo of the measure. `plate` is what a person read in it, `box` where, `widthPx` the plate's width in the photo. */
type TruePhoto = {
  file: string;
  plate: string;
  widthPx: number;
  box: { left: number; top: number; width: number; height: number };
  category: string;
};

/** Reads `<set>_truth.csv` (file,x,y,w,h,text[,category]) beside the folder `<set>`. */
function readTruth(dataFolder: string, set: 'eu' | 'dk', limit: number): TruePhoto[] {
  const table = path.join(dataFolder, `${set}_truth.csv`);
  if (!existsSync(table)) throw new Error(`No ${set}_truth.csv in ${dataFolder}`);
  const rows = readFileSync(table, 'utf8').trim().split(/\r?\n/).slice(1);
  return rows.slice(0, limit).map((row) => {
    const [name = '', x, y, w, h, text = '', category = ''] = row.split(',');
    const [left = 0, top = 0, width = 0, height = 0] = [x, y, w, h].map(Number);
    const box = { left, top, width, height };
    return { file: path.join(dataFolder, set, name), plate: text.trim(), widthPx: width, box, category };
  });
}

/** The truth tables write O for 0 and I for 1 now and then: both sides are folded before they are compared. */
function isSamePlate(a: string, b: string): boolean {
  return fold(a) === fold(b);
}

/** Whether a plate has the shape of a pattern of letters and digits, O and I counting as either. */
function fitsPattern(plate: string, pattern: string): boolean {
  if (plate.length !== pattern.length) return false;
  return [...plate].every((character, position) =>
    pattern[position] === 'D' ? /[0-9OI]/.test(character) : /[A-Z01]/.test(character),
  );
}

function fold(plate: string): string {
  return plate.replaceAll('O', '0').replaceAll('I', '1');
}

type Measured = { photo: TruePhoto; readings: PlateReading[]; isRight: boolean; cpuMs: number };
type Share = { right: number; of: number; percent: number | null };

const wideEnoughPx = 120;

async function readAll(
  reader: PlateReader,
  photos: readonly TruePhoto[],
  grammars: readonly PlateGrammar[],
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const photo of photos) {
    const bytes = readFileSync(photo.file);
    const before = process.cpuUsage();
    const readings = await reader.read(bytes, grammars);
    const { user, system } = process.cpuUsage(before);
    const best = readings[0];
    const isRight = best !== undefined && isSamePlate(best.plate, photo.plate);
    measured.push({ photo, readings, isRight, cpuMs: (user + system) / 1000 });
  }
  return measured;
}

type WithoutPlate = {
  photos: number;
  cpuMsMedian: number;
  cpuMsP95: number;
  readings: number;
  falsePlates: number;
};

async function readWithout(reader: PlateReader, photos: readonly PlainPhoto[]): Promise<WithoutPlate> {
  const cpuMs: number[] = [];
  let [readings, falsePlates] = [0, 0];
  for (const { bytes } of photos) {
    const before = process.cpuUsage();
    const read = await reader.read(bytes);
    const { user, system } = process.cpuUsage(before);
    cpuMs.push((user + system) / 1000);
    if (read.length > 0) readings += 1;
    if (read.some(isAcceptedAtOnce)) falsePlates += 1;
  }
  const cpuMsMedian = round(percentile(cpuMs, 0.5));
  const cpuMsP95 = round(percentile(cpuMs, 0.95));
  return { photos: photos.length, cpuMsMedian, cpuMsP95, readings, falsePlates };
}

async function main(dataFolder: string, limit: number): Promise<void> {
  const eu = readTruth(dataFolder, 'eu', limit);
  const dk = readTruth(dataFolder, 'dk', limit);
  const started = performance.now();
  const reader = createPlateReader();
  // The first photo pays for loading the networks.
  await reader.read(readFileSync((dk[0] ?? eu[0])!.file));
  const startUpMs = performance.now() - started;

  const fits = (photo: TruePhoto) =>
    europeanGrammars.some(({ pattern }) => fitsPattern(photo.plate, pattern));
  const european = await readAll(reader, eu.filter(fits), europeanGrammars);
  const danish = await readAll(reader, dk, [danishGrammar]);
  const isForeign = (photo: TruePhoto) => !fitsPattern(photo.plate, danishGrammar.pattern);
  const foreign = await readAll(reader, eu.filter(isForeign), [danishGrammar]);
  const plain = await photosWithoutPlate(eu);
  const ofKind = (kind: PlainPhoto['kind']) => plain.filter((photo) => photo.kind === kind);
  const withoutPlate = {
    covered: await readWithout(reader, ofKind('covered')),
    beside: await readWithout(reader, ofKind('beside')),
    demo: await readWithout(reader, ofKind('demo')),
    all: await readWithout(reader, plain),
  };
  const rssMb = process.resourceUsage().maxRSS / 1024;

  const cpuMs = [...european, ...danish, ...foreign].map((m) => m.cpuMs);
  const result = {
    euTop1: share(european),
    dkTop1: share(danish),
    dkTop1From120Px: share(danish.filter((m) => m.photo.widthPx >= wideEnoughPx)),
    dkAcceptedAtOnce: share(danish, (m) => m.readings.slice(0, 1).some(isAcceptedAtOnce)),
    dkAcceptedWrong: danish.filter((m) => !m.isRight && m.readings.slice(0, 1).some(isAcceptedAtOnce)).length,
    foreignPhotos: foreign.length,
    foreignAccepted: foreign.filter((m) => m.readings.some(isAcceptedAtOnce)).length,
    foreignAtStrictScore: foreign.filter((m) => m.readings.some((r) => r.score >= strictScore)).length,
    cpuMsPerPhoto: round(mean(cpuMs)),
    cpuMsPerPhotoP95: round(percentile(cpuMs, 0.95)),
    withoutPlate,
    rssMb: round(rssMb),
    startUpMs: round(startUpMs),
  };
  printTable(result);
  printMisses([...european, ...danish]);
  console.info(JSON.stringify(result));
}

type Result = {
  euTop1: Share;
  dkTop1: Share;
  dkTop1From120Px: Share;
  dkAcceptedAtOnce: Share;
  dkAcceptedWrong: number;
  foreignPhotos: number;
  foreignAccepted: number;
  foreignAtStrictScore: number;
  cpuMsPerPhoto: number;
  cpuMsPerPhotoP95: number;
  withoutPlate: Record<PlainPhoto['kind'] | 'all', WithoutPlate>;
  rssMb: number;
  startUpMs: number;
};

function printTable(result: Result): void {
  const foreign = `${result.foreignAccepted} of ${result.foreignPhotos}`;
  const rows: [string, string, string][] = [
    ['European plates, top-1', inWords(result.euTop1), '>= 95 %'],
    ['Danish plates, top-1', inWords(result.dkTop1), '>= 94 %'],
    [`Danish plates from ${wideEnoughPx} px`, inWords(result.dkTop1From120Px), '100 %'],
    ['Danish plates accepted at once', inWords(result.dkAcceptedAtOnce), ''],
    ['  of these wrong', String(result.dkAcceptedWrong), ''],
    ['Foreign plates accepted at once', foreign, '0'],
    ['  by score alone', `${result.foreignAtStrictScore} of ${result.foreignPhotos}`, '0'],
    ['CPU ms per photo (p95)', `${result.cpuMsPerPhoto} (${result.cpuMsPerPhotoP95})`, '<= 300'],
    ...Object.entries(result.withoutPlate).map(([kind, { photos, cpuMsMedian, cpuMsP95, falsePlates }]) => {
      const value = `${photos}: ${cpuMsMedian} (${cpuMsP95}), ${falsePlates}`;
      const row: [string, string, string] = [`Without plate, ${kind}: ms, false`, value, '<= 150, 0'];
      return row;
    }),
    ['Memory, MB resident at most', String(result.rssMb), '<= 800'],
    ['Start-up with the first photo, ms', String(result.startUpMs), ''],
  ];
  for (const [name, value, bar] of rows)
    console.info(`${name.padEnd(36)}${value.padEnd(26)}${bar}`.trimEnd());
}

function printMisses(measured: readonly Measured[]): void {
  for (const { photo, readings, isRight } of measured) {
    if (isRight) continue;
    const best = readings[0];
    const read = best ? `${best.plate} (score ${best.score.toFixed(2)})` : 'nothing';
    console.info(`missed ${photo.file.split('/').at(-1)} ${photo.plate} ${photo.widthPx} px: ${read}`);
  }
}

function share(measured: readonly Measured[], counts = (m: Measured): boolean => m.isRight): Share {
  const right = measured.filter(counts).length;
  const of = measured.length;
  return { right, of, percent: of === 0 ? null : Math.round((1000 * right) / of) / 10 };
}

const inWords = ({ right, of, percent }: Share): string => `${percent ?? '–'} % (${right} of ${of})`;
const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
const round = (value: number): number => Math.round(value);

function percentile(values: readonly number[], rank: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * rank)] ?? 0;
}

const options = readOptions(headerOf(import.meta.filename), {
  data: { type: 'string' },
  limit: { type: 'string' },
});
const limit = options.limit === undefined ? Number.POSITIVE_INFINITY : Number(options.limit);
if (!options.data || !existsSync(options.data)) {
  console.error(
    'Usage: npm run bench -- plates --data DIR [--limit n]\nDIR holds eu/, eu_truth.csv, dk/ and dk_truth.csv.',
  );
  process.exitCode = 2;
} else if (!(limit >= 1)) {
  console.error('--limit takes a number of photos per set, 1 or more.');
  process.exitCode = 2;
} else {
  await main(options.data, limit);
}

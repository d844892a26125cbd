import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import { createWorker, type Worker } from 'tesseract.js';
import { europeanGrammars } from '#core/plate/grammar.ts';
import { fitsPattern, isSamePlate, type TruePhoto } from './plates-truth.ts';

export type TesseractFigures = { euPercent: number; dkPercent: number; cpuMsPerPhoto: number };

/** Whole photos through Tesseract (sparse text), the first word of a plate's shape counts. 'n/a' without language data. */
export async function measureTesseract(
  eu: readonly TruePhoto[],
  dk: readonly TruePhoto[],
): Promise<TesseractFigures | 'n/a'> {
  const langPath = findLanguageData();
  if (!langPath) return 'n/a';
  const worker = await createWorker('eng', 1, { langPath, cacheMethod: 'none', gzip: true });
  try {
    await worker.setParameters({
      tessedit_char_whitelist: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ',
      tessedit_pageseg_mode: '11' as never,
      user_defined_dpi: '150',
    });
    const before = process.cpuUsage();
    const euPercent = await percentRead(
      worker,
      eu,
      europeanGrammars.map(({ pattern }) => pattern),
    );
    const dkPercent = await percentRead(worker, dk, ['LLDDDDD']);
    const { user, system } = process.cpuUsage(before);
    return {
      euPercent,
      dkPercent,
      cpuMsPerPhoto: Math.round((user + system) / 1000 / (eu.length + dk.length)),
    };
  } finally {
    await worker.terminate();
  }
}

/** The English data as npm packages it, if it is installed: nothing is downloaded. */
function findLanguageData(): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json');
    return path.join(path.dirname(manifest), '4.0.0_best_int');
  } catch {
    return null;
  }
}

async function percentRead(
  worker: Worker,
  photos: readonly TruePhoto[],
  patterns: string[],
): Promise<number> {
  let right = 0;
  for (const photo of photos) {
    const picture = sharp(readFileSync(photo.file)).autoOrient().grayscale();
    const { data } = await worker.recognize(await picture.png().toBuffer(), {}, { text: true });
    const lines = data.text.split('\n').map((line) => line.toUpperCase().replace(/[^A-Z0-9]/g, ''));
    const plate = lines.find((line) => patterns.some((pattern) => fitsPattern(line, pattern)));
    if (plate && isSamePlate(plate, photo.plate)) right++;
  }
  return Math.round((1000 * right) / photos.length) / 10;
}

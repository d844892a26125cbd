import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import { createWorker, type Worker } from 'tesseract.js';
import { europeanGrammars } from '#tests/support/european-grammars.ts';
import { fitsPattern, isSamePlate, type TruePhoto } from './plates-truth.ts';

export type TesseractFigures = { euPercent: number; dkPercent: number; cpuMsPerPhoto: number };

/** Whole photos through Tesseract (sparse text), the text nearest to a plate's shape counts. 'n/a' without language data. */
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
    const fitted = picture.resize({ width: 1200, height: 1200, fit: 'inside' });
    const { data } = await worker.recognize(await fitted.png().toBuffer(), {}, { text: true });
    const plate = likeliestPlate(data.text, patterns);
    if (plate && isSamePlate(plate, photo.plate)) right++;
  }
  return Math.round((1000 * right) / photos.length) / 10;
}

const asDigit: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  A: '4',
  S: '5',
  G: '6',
  T: '7',
  B: '8',
};
const asLetter: Record<string, string> = { 0: 'O', 1: 'I', 2: 'Z', 4: 'A', 5: 'S', 6: 'G', 8: 'B' };

/** To be fair to it, its text gets the same help: anything before and after, and confusables where the shape asks for them. */
function likeliestPlate(text: string, patterns: readonly string[]): string | null {
  let best: { plate: string; cost: number } | null = null;
  for (const line of text.toUpperCase().split('\n')) {
    const characters = line.replace(/[^A-Z0-9]/g, '');
    for (const pattern of patterns) {
      for (let start = 0; start + pattern.length <= characters.length; start++) {
        const seen = characters.slice(start, start + pattern.length);
        const plate = [...seen]
          .map((c, k) => (pattern[k] === 'D' ? (asDigit[c] ?? c) : (asLetter[c] ?? c)))
          .join('');
        const changed = [...seen].filter((c, k) => c !== plate[k]).length;
        const cost = changed + 0.3 * (characters.length - pattern.length);
        if (fitsPattern(plate, pattern) && cost < 3 && (!best || cost < best.cost)) best = { plate, cost };
      }
    }
  }
  return best?.plate ?? null;
}

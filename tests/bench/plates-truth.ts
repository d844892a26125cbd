import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One photo of the measure. `plate` is what a person read in it, `box` where, `widthPx` the plate's width in the photo. */
export type TruePhoto = {
  file: string;
  plate: string;
  widthPx: number;
  box: { left: number; top: number; width: number; height: number };
  category: string;
};

/** Reads `<set>_truth.csv` (file,x,y,w,h,text[,category]) beside the folder `<set>`. */
export function readTruth(dataFolder: string, set: 'eu' | 'dk', limit: number): TruePhoto[] {
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
export function isSamePlate(a: string, b: string): boolean {
  return fold(a) === fold(b);
}

/** Whether a plate has the shape of a pattern of letters and digits, O and I counting as either. */
export function fitsPattern(plate: string, pattern: string): boolean {
  if (plate.length !== pattern.length) return false;
  return [...plate].every((character, position) =>
    pattern[position] === 'D' ? /[0-9OI]/.test(character) : /[A-Z01]/.test(character),
  );
}

function fold(plate: string): string {
  return plate.replaceAll('O', '0').replaceAll('I', '1');
}

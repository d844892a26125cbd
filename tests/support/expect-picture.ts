import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { comparePixels, drawDifference, readPng, writePng } from './compare-pictures.ts';

/** Takes the picture once more: a PNG. */
type Take = () => Promise<Buffer>;

/** `npm run shots -- --update`: the references are written anew instead of compared. */
const isUpdate = process.env.LOOKS === 'update';

const folder = join(import.meta.dirname, '../e2e/pictures');
const referenceOf = (name: string) => join(folder, `${name}.png`);

/**
 * Holds a picture against its reference. Throws with the number of pixels that differ and the folder in which both and their
 * difference lie.
 */
export async function expectPicture(name: string, take: Take): Promise<void> {
  if (isUpdate) return updateReference(name, take);
  if (!existsSync(referenceOf(name)))
    throw new Error(`"${name}" has no reference picture: npm run shots -- --update makes it.`);
  const reference = await readFile(referenceOf(name));
  const expected = await readPng(reference);
  // Most pages stand still at once. One that does not look right gets the time that a busy machine may need to draw it.
  for (let taken = 0; taken < mostTakes; taken++) {
    if (comparePixels(expected, await readPng(await take())).isSame) return;
    await pause(pauseMs);
  }
  const still = await takeStill(take);
  const actual = await readPng(still);
  const { isSame, differing, total } = comparePixels(expected, actual);
  if (isSame) return;
  const difference = await writePng(drawDifference(expected, actual));
  const kept = await keep(name, {
    expected: reference,
    actual: still,
    difference,
  });
  throw new Error(
    `"${name}": ${differing} of ${total} pixels (${((100 * differing) / total).toFixed(3)} %) differ from the reference. ` +
      `Expected, actual and difference: ${kept}. If it is to look so: npm run shots -- --update.`,
  );
}

/** References without a test; none after an update, which removes them. */
export async function strayReferences(names: readonly string[]): Promise<string[]> {
  const files = await readdir(folder);
  const stray = files.filter((file) => !names.includes(file.replace(/\.png$/, '')));
  if (!isUpdate) return stray;
  await Promise.all(stray.map((file) => rm(join(folder, file))));
  return [];
}

/** Leaves a reference alone that shows the same, so that only what changed is to be looked at. */
async function updateReference(name: string, take: Take): Promise<void> {
  const actual = await readPng(await takeStill(take));
  const path = referenceOf(name);
  if (existsSync(path) && comparePixels(await readPng(await readFile(path)), actual).differing === 0) return;
  await mkdir(folder, { recursive: true });
  await writeFile(path, await writePng(actual));
}

const pauseMs = 200;
const mostTakes = 40;

/** The first picture that equals the one before it. */
async function takeStill(take: Take): Promise<Buffer> {
  let before = await take();
  for (let taken = 1; taken < mostTakes; taken++) {
    await pause(pauseMs);
    const picture = await take();
    if (picture.equals(before)) return picture;
    before = picture;
  }
  throw new Error(`No two of ${mostTakes} pictures in a row were the same.`);
}

async function keep(name: string, pictures: Record<string, Buffer>): Promise<string> {
  const kept = await mkdtemp(join(tmpdir(), `bilfund-${name}-`));
  for (const [what, png] of Object.entries(pictures)) await writeFile(join(kept, `${what}.png`), png);
  return kept;
}

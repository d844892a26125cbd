import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Refusal } from '#lib/refusal.ts';
import { itemIn, lineOf, type StoredItem } from './table-items.ts';

/** What a backup says of itself. */
export type Manifest = {
  format: 1;
  tableName: string;
  /** ISO 8601, when the first page was read. */
  takenAt: string;
  items: number;
  /** Of the lines, without the compression. */
  sha256: string;
};

const itemsFile = 'items.jsonl.gz';
const manifestFile = 'manifest.json';

/** Writes a line for each item into a folder, and last what proves that it is whole. @throws Refusal when one is there */
export async function writeBackup(
  folder: string,
  { tableName, takenAt }: Pick<Manifest, 'tableName' | 'takenAt'>,
  items: AsyncIterable<StoredItem>,
): Promise<Manifest> {
  if (existsSync(join(folder, manifestFile)))
    throw new Refusal(`${folder} holds a backup already: name a new folder. Nothing was changed.`);
  await mkdir(folder, { recursive: true });
  const hash = createHash('sha256');
  let count = 0;
  async function* lines() {
    for await (const item of items) {
      const line = `${lineOf(item)}\n`;
      hash.update(line);
      count++;
      yield line;
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(join(folder, itemsFile)));
  const manifest: Manifest = { format: 1, tableName, takenAt, items: count, sha256: hash.digest('hex') };
  await writeFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

async function* linesOf(folder: string): AsyncGenerator<string> {
  const text = createReadStream(join(folder, itemsFile)).pipe(createGunzip());
  yield* createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
}

/** @throws Refusal when the folder holds no backup, or one that is not as it was written */
export async function readManifest(folder: string): Promise<Manifest> {
  if (!existsSync(join(folder, manifestFile)))
    throw new Refusal(`${folder} holds no backup: ${manifestFile} is missing, which is written last.`);
  const manifest = JSON.parse(await readFile(join(folder, manifestFile), 'utf8')) as Manifest;
  const hash = createHash('sha256');
  let count = 0;
  try {
    for await (const line of linesOf(folder)) {
      hash.update(`${line}\n`);
      count++;
    }
  } catch (error) {
    throw new Refusal(
      `${folder}/${itemsFile} cannot be read: ${error instanceof Error ? error.message : error}.`,
    );
  }
  if (count !== manifest.items || hash.digest('hex') !== manifest.sha256)
    throw new Refusal(
      `${folder}/${itemsFile} is not what was written: it holds ${count} of ${manifest.items} items, or changed ones.`,
    );
  return manifest;
}

/** The items of a backup that `readManifest` has found whole. */
export async function* readBackup(folder: string): AsyncGenerator<StoredItem> {
  for await (const line of linesOf(folder)) yield itemIn(line);
}

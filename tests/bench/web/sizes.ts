import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

type ManifestEntry = { file: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[] };
type Manifest = Record<string, ManifestEntry>;

export type LazyPart = { name: string; kib: number };

function brotliKib(file: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return brotliCompressSync(readFileSync(file), { params }).length / 1024;
}

/** Sizes of the built app in `directory`, KiB after brotli. Files are given by their path below the directory. */
export class BuiltApp {
  readonly #directory: string;
  readonly #manifest: Manifest;
  readonly #kib = new Map<string, number>();

  constructor(directory: string) {
    this.#directory = directory;
    this.#manifest = JSON.parse(readFileSync(join(directory, '.vite/manifest.json'), 'utf8')) as Manifest;
  }

  kib(file: string): number {
    const known = this.#kib.get(file);
    if (known !== undefined) return known;
    const kib = brotliKib(join(this.#directory, file));
    this.#kib.set(file, kib);
    return kib;
  }

  sum(files: Iterable<string>): number {
    return [...files].reduce((total, file) => total + this.kib(file), 0);
  }

  /** Every script of the app, each language's texts among them. */
  get scripts(): string[] {
    const files = Object.values(this.#manifest).map((entry) => entry.file);
    return [...new Set(files)].filter((file) => file.endsWith('.js'));
  }

  /** What each lazily loaded part adds to the files that are there already, largest first. */
  lazyParts(loaded: ReadonlySet<string>): LazyPart[] {
    return Object.entries(this.#manifest)
      .filter(([, entry]) => entry.isDynamicEntry)
      .map(([name]) => {
        const files = [...this.#reach(name)].filter((file) => file.endsWith('.js') && !loaded.has(file));
        return { name, kib: this.sum(files) };
      })
      .sort((a, b) => b.kib - a.kib);
  }

  #reach(name: string, files = new Set<string>()): Set<string> {
    const entry = this.#manifest[name];
    if (!entry || files.has(entry.file)) return files;
    files.add(entry.file);
    for (const next of entry.imports ?? []) this.#reach(next, files);
    return files;
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Language } from '#core/language.ts';

type ManifestEntry = {
  file: string;
  src?: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
};
type Manifest = Record<string, ManifestEntry>;

export type Part = { name: string; kib: number };

function brotliKib(file: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return brotliCompressSync(readFileSync(file), { params }).length / 1024;
}

const isScript = (file: string) => file.endsWith('.js');
/** Texts of one language are files of their own, named by their folder. */
const languageOf = (name: string): Language | null =>
  (/i18n\/(en|da)[/.]/.exec(name)?.[1] as Language | undefined) ?? null;

/**
 * What a first visit of the signed-out home runs before it can be used, beside the texts of one language: the page's own
 * script and the screen. Everything these import comes along.
 */
const homeParts = ['index.html', 'screens/start.tsx', 'screens/home.tsx'];

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

  /** The scripts of the home before it can be used; see `homeParts`. */
  homeScripts(language: Language): Set<string> {
    const files = new Set<string>();
    for (const part of [...homeParts, `i18n/${language}.ts`]) {
      const name = Object.keys(this.#manifest).find((each) => each.endsWith(part));
      if (name === undefined) throw new Error(`The build has no ${part}.`);
      for (const file of this.#reach(name)) if (isScript(file)) files.add(file);
    }
    return files;
  }

  /** The style sheets of the page. */
  get styles(): string[] {
    return [...new Set(Object.values(this.#manifest).flatMap((entry) => entry.css ?? []))];
  }

  /** Every script that one reader in one language can ever load; the service worker is none of the page's. */
  scriptsFor(language: Language): string[] {
    const files = new Set<string>();
    const seen = new Set<string>();
    const visit = (name: string) => {
      const entry = this.#manifest[name];
      const own = languageOf(name);
      if (!entry || seen.has(name) || (own !== null && own !== language)) return;
      seen.add(name);
      files.add(entry.file);
      for (const next of [...(entry.imports ?? []), ...(entry.dynamicImports ?? [])]) visit(next);
    };
    for (const [name, entry] of Object.entries(this.#manifest)) if (entry.isEntry) visit(name);
    return [...files].filter(isScript);
  }

  /** What each lazily loaded part adds, at most, where it is asked for, largest first; `loaded` is there before. */
  lazyParts(loaded: ReadonlySet<string>): Part[] {
    const parts = new Map<string, number>();
    for (const [asker, { dynamicImports = [] }] of Object.entries(this.#manifest)) {
      const before = this.#reach(asker);
      for (const name of dynamicImports) {
        const added = [...this.#reach(name)].filter(
          (file) => isScript(file) && !loaded.has(file) && !before.has(file),
        );
        parts.set(name, Math.max(parts.get(name) ?? 0, this.sum(added)));
      }
    }
    return [...parts].map(([name, kib]) => ({ name, kib })).sort((a, b) => b.kib - a.kib);
  }

  #reach(name: string, files = new Set<string>()): Set<string> {
    const entry = this.#manifest[name];
    if (!entry || files.has(entry.file)) return files;
    files.add(entry.file);
    for (const next of entry.imports ?? []) this.#reach(next, files);
    return files;
  }
}

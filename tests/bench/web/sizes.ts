import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Language } from '#core/shared.ts';
import { type AppFile, AppFiles } from '#lib/build/build-web.ts';

export type Part = { name: string; kib: number };

function brotliKib(file: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return brotliCompressSync(readFileSync(file), { params }).length / 1024;
}

const isScript = (file: string) => file.endsWith('.js');
const scriptsOf = (files: Iterable<AppFile>) => [...files].map(({ file }) => file).filter(isScript);
/** Texts of one language are files of their own: "src/i18n/da/imports.ts". */
const languageOf = ({ src = '' }: AppFile) =>
  (/\/i18n\/(en|da)\b|-(en|da)\.ts$/.exec(src)?.slice(1).find(Boolean) ?? null) as Language | null;

/** Sizes of the built app in `directory`, KiB after brotli. Files are given by their path below the directory. */
export class BuiltApp {
  readonly #directory: string;
  readonly #app: AppFiles;
  readonly #kib = new Map<string, number>();

  constructor(directory: string) {
    this.#directory = directory;
    this.#app = new AppFiles(directory);
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

  /**
   * What a first visit of the signed-out home runs before it can be used: the page's own scripts, the screen and the texts of
   * one language, and all that these import.
   */
  homeScripts(language: Language): Set<string> {
    const lazy = ['src/home/home.tsx', `src/i18n/${language}.ts`];
    const keys = [...this.#app.entries, ...lazy.map((source) => this.#app.part(source))];
    return new Set(scriptsOf(this.#app.reach(keys)));
  }

  /** The style sheets of the page, and those that come later. */
  get styles(): string[] {
    const later = Object.values(this.#app.manifest).flatMap(({ css = [] }) => css);
    return [...new Set([...this.#app.styles, ...later])];
  }

  /** Every script that one reader in one language can ever load; the service worker is none of the page's. */
  scriptsFor(language: Language): string[] {
    const files = new Set<AppFile>();
    const visit = (key: string) => {
      const entry = this.#app.manifest[key];
      if (!entry || files.has(entry)) return;
      const own = languageOf(entry);
      if (own !== null && own !== language) return;
      files.add(entry);
      for (const next of [...(entry.imports ?? []), ...(entry.dynamicImports ?? [])]) visit(next);
    };
    for (const key of this.#app.entries) visit(key);
    return scriptsOf(files);
  }

  /** What each lazily loaded part adds, at most, where it is asked for, largest first; `loaded` is there before. */
  lazyParts(loaded: ReadonlySet<string>): Part[] {
    const parts = new Map<string, number>();
    for (const [asker, { dynamicImports = [] }] of Object.entries(this.#app.manifest)) {
      const before = new Set([...loaded, ...scriptsOf(this.#app.reach([asker]))]);
      for (const key of dynamicImports) {
        const added = scriptsOf(this.#app.reach([key])).filter((file) => !before.has(file));
        parts.set(key, Math.max(parts.get(key) ?? 0, this.sum(added)));
      }
    }
    return [...parts].map(([name, kib]) => ({ name, kib })).sort((a, b) => b.kib - a.kib);
  }
}

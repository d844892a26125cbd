import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the built app, as the bundler's manifest describes it; paths below the app's directory. */
export type AppFile = {
  file: string;
  /** The part it is: "list", "legal-da". */
  name?: string;
  /** Keys of the manifest. */
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
};

/** What the built app in `directory` consists of, and what needs what. */
export class AppFiles {
  readonly manifest: Readonly<Record<string, AppFile>>;
  readonly #page: string;

  constructor(directory: string) {
    const manifest = readFileSync(join(directory, '.vite/manifest.json'), 'utf8');
    this.manifest = JSON.parse(manifest) as Record<string, AppFile>;
    this.#page = readFileSync(join(directory, 'index.html'), 'utf8');
  }

  /** Keys of the scripts that the page itself names. */
  get entries(): string[] {
    const files = this.#named(/<script[^>]+src="\/([^"]+)"/g);
    return Object.keys(this.manifest).filter((key) => files.includes(this.manifest[key]!.file));
  }

  /** The style sheets that the page itself names. */
  get styles(): string[] {
    return this.#named(/<link rel="stylesheet"[^>]+href="\/([^"]+)"/g);
  }

  /** Keys of the files of a part; refuses a name that the build does not have. */
  part(name: string): string[] {
    const keys = Object.keys(this.manifest).filter((key) => this.manifest[key]!.name === name);
    if (keys.length === 0) throw new Error(`The built app has no part "${name}".`);
    return keys;
  }

  /** These files and all that they import at once. */
  reach(keys: Iterable<string>): Set<AppFile> {
    const found = new Set<AppFile>();
    const visit = (key: string) => {
      const entry = this.manifest[key];
      if (!entry || found.has(entry)) return;
      found.add(entry);
      for (const next of entry.imports ?? []) visit(next);
    };
    for (const key of keys) visit(key);
    return found;
  }

  #named(tag: RegExp): string[] {
    return [...this.#page.matchAll(tag)].map(([, path]) => path!);
  }
}

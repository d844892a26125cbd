import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the built app, as the bundler's manifest describes it; paths below the app's directory. */
export type AppFile = {
  file: string;
  /** The source that it is loaded by: "src/cars/screen.tsx"; absent where only other files import it. */
  src?: string;
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

  /** The key of what is loaded by a source below `web`; refuses one that the build does not load by itself. */
  part(source: string): string {
    if (!this.manifest[source]) throw new Error(`The built app loads nothing by "${source}".`);
    return source;
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

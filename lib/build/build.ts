import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildDirectory, hashInputs } from './output.ts';

type Part = { name: string; inputs: readonly string[]; build: () => Promise<void> };

const shared = ['package-lock.json', 'core', 'lib/build'];

const parts: readonly Part[] = [
  {
    name: 'functions',
    inputs: [...shared, 'functions', 'lib/functions.ts'],
    build: async () => (await import('./bundle-functions.ts')).bundleFunctions(),
  },
  {
    name: 'web',
    inputs: [...shared, 'web', 'lib/viewer-functions.ts'],
    build: async () => (await import('./build-web.ts')).buildWeb(),
  },
];

const stamp = (name: string) => join(buildDirectory, `${name}.inputs`);
const isBuilt = (name: string, hash: string) =>
  existsSync(join(buildDirectory, name)) &&
  existsSync(stamp(name)) &&
  readFileSync(stamp(name), 'utf8') === hash;

async function buildPart({ name, inputs, build }: Part, quiet: boolean): Promise<boolean> {
  const hash = hashInputs(inputs);
  if (isBuilt(name, hash)) return false;
  const from = performance.now();
  await build();
  writeFileSync(stamp(name), hash);
  if (!quiet) console.info(`built ${name} in ${((performance.now() - from) / 1000).toFixed(1)} s`);
  return true;
}

/** Builds the functions and the app side by side if their sources changed; true when anything was built. */
export async function buildAll({ quiet = false } = {}): Promise<boolean> {
  mkdirSync(buildDirectory, { recursive: true });
  const built = await Promise.all(parts.map((part) => buildPart(part, quiet)));
  return built.includes(true);
}

/** Builds the functions again with source maps, for reading stack traces: the same sources give the same bundles. */
async function buildMaps(): Promise<void> {
  const { bundleFunctions } = await import('./bundle-functions.ts');
  await bundleFunctions(undefined, join(buildDirectory, 'maps'), { maps: true });
}

/** The browser extension of one installation: `npm run build -- extension --origin https://… [--demo http://…]`. */
async function buildExtensionArchives(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { origin: { type: 'string' }, demo: { type: 'string' } },
  });
  if (!values.origin) {
    console.error('Name the installation: npm run build -- extension --origin https://bilfund.example');
    process.exitCode = 1;
    return;
  }
  const { buildExtensions } = await import('./build-extension.ts');
  const paths = await buildExtensions({
    origin: new URL(values.origin).origin,
    demoOrigin: values.demo ? new URL(values.demo).origin : null,
  });
  for (const path of paths) console.info(`built ${path}`);
}

if (import.meta.main) {
  const [command, ...rest] = process.argv.slice(2);
  if (command === 'extension') await buildExtensionArchives(rest);
  else await (process.argv.includes('--maps') ? buildMaps() : buildAll());
}

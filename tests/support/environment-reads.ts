import { build } from 'esbuild';

// The composition root reads what stands behind a port when the port is first used, and not every function uses each.
const lazyFile = /(_runtime|\.)\/services\.ts$/;

/** Names read in a bundle. A member of an object that nobody calls is left in by the bundler, so its reads do not count. */
function readsOf(bundle: string): string[] {
  const lines = bundle.split('\n').filter((line) => {
    const member = /^\s+(\w+): (?:async )?\(.*=>/.exec(line)?.[1];
    return member === undefined || bundle.includes(`.${member}(`);
  });
  const reads = lines.join('\n').matchAll(/\b(?:env|setting)\d*\("(\w+)"\)|process\.env\.(\w+)/g);
  return [...new Set([...reads].map((match) => match[1] ?? match[2]!))];
}

/**
 * The environment variables that each entry point reads, itself or in anything it calls. Found in a bundle, where what an
 * entry point never calls has been shaken off: reading imports alone would blame it for its neighbours in a file.
 */
export async function environmentReads(
  entryPoints: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { outputFiles } = await build({
    entryPoints: [...entryPoints],
    outdir: 'out',
    outbase: '.',
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    treeShaking: true,
    logLevel: 'silent',
    plugins: [
      {
        name: 'lazy',
        setup: ({ onResolve }) => {
          onResolve({ filter: lazyFile }, ({ path }) => ({ path, external: true, sideEffects: false }));
        },
      },
    ],
  });
  const root = `${process.cwd()}/out/`;
  return new Map(
    outputFiles.map(({ path, text }) => [path.replace(root, '').replace(/\.js$/, '.ts'), readsOf(text)]),
  );
}

import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the bare handler as decision 21 says: esbuild's own splitting, nothing of ours. `directory` is its place.
 * The options are its own, alike as they are to the build's: a measure must not move with what it measures.
 */
export async function bundleBare(directory: string): Promise<void> {
  await build({
    entryPoints: { index: join(import.meta.dirname, 'bare-handler.ts') },
    outdir: directory,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    outExtension: { '.js': '.mjs' },
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
    legalComments: 'none',
    logLevel: 'warning',
  });
}

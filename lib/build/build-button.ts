import { join } from 'node:path';
import { build } from 'esbuild';
import { repositoryRoot, webDirectory } from './output.ts';
import { pureValues } from './pure-values.ts';

/** The code of the Bilfund button: the app makes a bookmark of it, which runs on the marketplace's pages with nothing beside it. */
export async function buildButton(outfile = join(webDirectory, 'button.js')): Promise<void> {
  await build({
    entryPoints: [join(repositoryRoot, 'web/button/bookmark.ts')],
    outfile,
    bundle: true,
    plugins: [pureValues],
    minify: true,
    // Whatever the page's encoding: the bookmark is plain letters.
    charset: 'ascii',
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  });
}

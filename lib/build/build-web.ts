import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { buildButton } from './build-button.ts';
import { buildWorker } from './build-worker.ts';
import { repositoryRoot, webDirectory } from './output.ts';
import { prerenderPages } from './prerender-pages.ts';

const compressible = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;
/** Below this a compressed answer is not smaller than its headers. */
const leastBytes = 512;

/** The app, with each text file compressed beside itself once, so that no server does it on every request. */
export async function buildWeb(): Promise<void> {
  // React is built for development wherever the environment names another mode, a test run's for instance.
  process.env.NODE_ENV = 'production';
  await build({ configFile: join(repositoryRoot, 'web/vite.config.ts'), logLevel: 'warn' });
  await prerenderPages();
  await buildWorker();
  await buildButton();
  for (const name of readdirSync(webDirectory, { recursive: true, encoding: 'utf8' })) {
    if (!compressible.test(name)) continue;
    const path = join(webDirectory, name);
    const bytes = readFileSync(path);
    if (bytes.length < leastBytes) continue;
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

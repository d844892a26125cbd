import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { languages } from '#core/shared.ts';
import { type BrowserKind, type Installation, manifestOf } from '../../extension/manifest.ts';
import { textsOf } from '../../extension/texts.ts';
import { buildDirectory, repositoryRoot } from './output.ts';
import { pureValues } from './pure-values.ts';

const source = (path: string) => join(repositoryRoot, 'extension', path);

const scripts = {
  worker: 'worker/main.ts',
  page: 'content/main.ts',
  pairing: 'content/pairing.ts',
  popup: 'popup/popup.ts',
} as const;

const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
  version: string;
};

/** Archives of the same sources are equal, byte by byte. */
const archiveDate = new Date(1980, 0, 1);

/**
 * Builds the extension of one installation for one browser into `folder`, unpacked, and returns its archive. The same sources
 * give the same bytes.
 */
export async function buildExtension(
  browser: BrowserKind,
  installation: Installation,
  folder: string,
): Promise<Uint8Array> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(Object.entries(scripts).map(([name, path]) => [name, source(path)])),
    outdir: folder,
    bundle: true,
    plugins: [pureValues],
    // The stores' reviewers read it.
    minify: false,
    charset: 'utf8',
    format: 'iife',
    target: 'es2022',
    define: { installation: JSON.stringify(installation) },
    logLevel: 'warning',
    write: false,
  });
  const files: Record<string, Uint8Array> = Object.fromEntries(
    outputFiles.map(({ path, contents }) => [path.slice(folder.length + 1), contents]),
  );
  const encode = (text: string) => new TextEncoder().encode(text);
  files['manifest.json'] = encode(JSON.stringify(manifestOf({ browser, version, ...installation }), null, 2));
  for (const language of languages)
    files[`_locales/${language}/messages.json`] = encode(
      JSON.stringify({ description: { message: textsOf(language).description } }),
    );
  for (const name of ['popup.html', 'popup.css']) files[name] = readFileSync(source(`popup/${name}`));
  for (const size of [48, 128])
    files[`icon-${size}.png`] = await sharp(join(repositoryRoot, 'web/public/icons/icon-512.png'))
      .resize(size)
      .png()
      .toBuffer();
  for (const [name, contents] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), contents);
  }
  return zipSync(files, { mtime: archiveDate });
}

/** Builds both archives: "bilfund-1.1.0-chrome.zip" also serves Edge. Returns their paths. */
export async function buildExtensions(installation: Installation): Promise<string[]> {
  const root = join(buildDirectory, 'extension');
  const paths: string[] = [];
  for (const browser of ['chrome', 'firefox'] as const) {
    const archive = await buildExtension(browser, installation, join(root, browser));
    const path = join(root, `bilfund-${version}-${browser}.zip`);
    writeFileSync(path, archive);
    paths.push(path);
  }
  return paths;
}

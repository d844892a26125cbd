import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { build as viteBuild } from 'vite';
import { fillShell, headTags } from '#core/pages/html.ts';
import type { StaticPage } from '#core/pages/site.ts';
import type { Language } from '#core/shared.ts';
import { appPage, prerenderedPrefix } from '#lib/viewer-functions.ts';
import { buildDirectory, originMark, repositoryRoot, webDirectory } from './output.ts';
import { pureValues } from './pure-values.ts';

/** A file of the built app, as the bundler's manifest describes it; paths below the app's directory. */
export type AppFile = {
  file: string;
  /** The source that it is loaded by: "src/cars/screen.tsx"; absent where only other files import it. */
  src?: string;
  /** Keys of the manifest. */
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
};

/** What the built app in `directory` consists of, and what needs what. */
export class AppFiles {
  readonly manifest: Readonly<Record<string, AppFile>>;
  readonly #page: string;

  constructor(directory: string) {
    const manifest = readFileSync(join(directory, '.vite/manifest.json'), 'utf8');
    this.manifest = JSON.parse(manifest) as Record<string, AppFile>;
    this.#page = readFileSync(join(directory, 'index.html'), 'utf8');
  }

  /** Keys of the scripts that the page itself names. */
  get entries(): string[] {
    const files = this.#named(/<script[^>]+src="\/([^"]+)"/g);
    return Object.keys(this.manifest).filter((key) => files.includes(this.manifest[key]!.file));
  }

  /** The style sheets that the page itself names. */
  get styles(): string[] {
    return this.#named(/<link rel="stylesheet"[^>]+href="\/([^"]+)"/g);
  }

  /** The key of what is loaded by a source below `web`; refuses one that the build does not load by itself. */
  part(source: string): string {
    if (!this.manifest[source]) throw new Error(`The built app loads nothing by "${source}".`);
    return source;
  }

  /** These files and all that they import at once. */
  reach(keys: Iterable<string>): Set<AppFile> {
    const found = new Set<AppFile>();
    const visit = (key: string) => {
      const entry = this.manifest[key];
      if (!entry || found.has(entry)) return;
      found.add(entry);
      for (const next of entry.imports ?? []) visit(next);
    };
    for (const key of keys) visit(key);
    return found;
  }

  #named(tag: RegExp): string[] {
    return [...this.#page.matchAll(tag)].map(([, path]) => path!);
  }
}

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

/** What must open without a connection, beside what the page itself loads: the list and a car, in both languages. */
const keptSources = [
  'src/app/start.tsx',
  'src/catalog/screen.tsx',
  'src/catalog/filter-panel.tsx',
  'src/catalog/more-filters.tsx',
  'src/cars/screen.tsx',
  ...['en', 'da'].flatMap((language) => [
    `src/i18n/${language}.ts`,
    ...['browse', 'car-page', 'collections', 'filters', 'imports'].map(
      (part) => `src/i18n/${language}/${part}.ts`,
    ),
  ]),
];

/** The page and every file that the app needs to start and to show the last list. */
function startFilesOf(app: AppFiles): string[] {
  const needed = app.reach([...app.entries, ...keptSources.map((source) => app.part(source))]);
  const files = [...needed].flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  const paths = [...files, ...app.styles].map((file) => `/${file}`);
  return [...new Set(['/index.html', '/favicon.svg', '/manifest.webmanifest', ...paths])].sort();
}

/** The service worker, told which files it has to keep. Runs after the app is built, since their names come from it. */
export async function buildWorker(): Promise<void> {
  const startFiles = startFilesOf(new AppFiles(webDirectory));
  const page = readFileSync(join(webDirectory, 'index.html'));
  const buildName = createHash('sha256').update(startFiles.join()).update(page).digest('hex').slice(0, 12);
  await build({
    entryPoints: [join(repositoryRoot, 'web/worker/service-worker.ts')],
    outfile: join(webDirectory, 'service-worker.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { startFiles: JSON.stringify(startFiles), buildName: JSON.stringify(buildName) },
    logLevel: 'warning',
  });
}

/** What `web/src/prerender.tsx` makes: this folder names it by its path only. */
type Renderer = {
  prerenderPages(): Promise<
    (StaticPage & { language: Language; title: string; description: string; content: string })[]
  >;
};

/** Hides a page made for visitors from those who have signed in or chosen another language. */
const beforeScript = '<script src="/before.js"></script>';

async function loadRenderer(): Promise<Renderer> {
  const outDir = join(buildDirectory, 'prerender');
  await viteBuild({
    configFile: join(repositoryRoot, 'web/vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: 'src/prerender.tsx',
      outDir,
      emptyOutDir: true,
      manifest: false,
      // The app's own files are deployed already.
      copyPublicDir: false,
    },
  });
  return import(pathToFileURL(join(outDir, 'prerender.js')).href) as Promise<Renderer>;
}

/** Writes every static page of the built app as HTML with its text, "pages/faq.da.html", so that it is there before the app. */
export async function prerenderPages(): Promise<void> {
  const { prerenderPages: render } = await loadRenderer();
  const shell = readFileSync(join(webDirectory, appPage), 'utf8');
  const folder = join(webDirectory, prerenderedPrefix);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, language, path, title, description, content } of await render()) {
    const tags = headTags({
      language,
      title,
      description,
      origin: originMark,
      path,
      imagePath: language === 'en' ? '/share/bilfund.jpg' : `/share/bilfund.jpg?lang=${language}`,
      imageText: title,
      kind: 'website',
    });
    const page = fillShell(shell, { language, head: `${tags}\n    ${beforeScript}`, content });
    writeFileSync(join(folder, `${name}.${language}.html`), page);
  }
}

const compressible = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;
/** Below this a compressed answer is not smaller than its headers. */
const leastBytes = 512;

/** The app, with each text file compressed beside itself once, so that no server does it on every request. */
export async function buildWeb(): Promise<void> {
  // React is built for development wherever the environment names another mode, a test run's for instance.
  process.env.NODE_ENV = 'production';
  await viteBuild({ configFile: join(repositoryRoot, 'web/vite.config.ts'), logLevel: 'warn' });
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

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { build as viteBuild } from 'vite';
import { fillShell, headTags } from '#core/pages/html.ts';
import type { StaticPage } from '#core/pages/site.ts';
import type { Language } from '#core/shared.ts';
import { appPage, prerenderedPrefix } from '#lib/viewer-functions.ts';
import { buildDirectory, originMark, repositoryRoot, webDirectory } from './output.ts';
import { pureValues } from './pure-values.ts';

/** A file of the built app in the bundler's manifest; paths are relative to the app's directory. */
export type AppFile = {
  file: string;
  /** The source it is built from: "src/cars/screen.tsx"; absent for files that only other files import. */
  src?: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
};

/** The files of the built app in `directory`, and their imports. */
export class AppFiles {
  readonly manifest: Readonly<Record<string, AppFile>>;
  readonly #page: string;

  constructor(directory: string) {
    const manifest = readFileSync(join(directory, '.vite/manifest.json'), 'utf8');
    this.manifest = JSON.parse(manifest) as Record<string, AppFile>;
    this.#page = readFileSync(join(directory, 'index.html'), 'utf8');
  }

  /** Keys of the scripts in the page itself. */
  get entries(): string[] {
    const files = this.#named(/<script[^>]+src="\/([^"]+)"/g);
    return Object.keys(this.manifest).filter((key) => files.includes(this.manifest[key]!.file));
  }

  /** The style sheets in the page itself. */
  get styles(): string[] {
    return this.#named(/<link rel="stylesheet"[^>]+href="\/([^"]+)"/g);
  }

  /** The key of the chunk built from a source below `web`; throws for one without a chunk of its own. */
  part(source: string): string {
    if (!this.manifest[source]) throw new Error(`The built app loads nothing by "${source}".`);
    return source;
  }

  /** These files and everything they import statically. */
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

/**
 * Builds the Bilfund button: the app makes a bookmarklet of it, which runs on the marketplace's pages without any other
 * file.
 */
export async function buildButton(outfile = join(webDirectory, 'button.js')): Promise<void> {
  await build({
    entryPoints: [join(repositoryRoot, 'web/button/bookmark.ts')],
    outfile,
    bundle: true,
    plugins: [pureValues],
    minify: true,
    // The bookmarklet must work in any page encoding.
    charset: 'ascii',
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  });
}

/** Screens that must work offline, besides the start page: the list and a car, in both languages. */
const keptSources = [
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

/** Builds the service worker with the list of files to cache. Runs after the app's build, which determines their names. */
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

/** The exports of `web/src/prerender.tsx`, which is imported by its path. */
type Renderer = {
  prerenderPages(): Promise<
    (StaticPage & { language: Language; title: string; description: string; content: string })[]
  >;
};

/** Hides a prerendered page from readers who are signed in or have chosen another language. */
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
      // The app's own files are already deployed.
      copyPublicDir: false,
    },
  });
  return import(pathToFileURL(join(outDir, 'prerender.js')).href) as Promise<Renderer>;
}

/**
 * Prerenders every static page of the built app as HTML, "pages/faq.da.html", so that it is readable before the app starts.
 */
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

/** Builds the app, its prerendered pages, the service worker and the button. */
export async function buildWeb(): Promise<void> {
  // With another mode in the environment (a test run's), React would be built for development.
  process.env.NODE_ENV = 'production';
  await viteBuild({ configFile: join(repositoryRoot, 'web/vite.config.ts'), logLevel: 'warn' });
  await prerenderPages();
  await buildWorker();
  await buildButton();
}

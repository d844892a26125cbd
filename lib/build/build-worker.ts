import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { AppFiles } from './app-files.ts';
import { repositoryRoot, webDirectory } from './output.ts';

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

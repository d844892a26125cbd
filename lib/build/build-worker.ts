import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { repositoryRoot, webDirectory } from './output.ts';

type ManifestEntry = {
  file: string;
  isEntry?: boolean;
  css?: string[];
  assets?: string[];
  imports?: string[];
};
type Manifest = Record<string, ManifestEntry>;

/** The screens and languages that must open without a connection, beside what the page itself loads. */
const keptParts = [
  '/screens/start.tsx',
  '/screens/list.tsx',
  '/screens/car.tsx',
  '/i18n/en.ts',
  '/i18n/da.ts',
];

/** The page and every file that the app needs to start and to show the last list. */
function startFilesOf(manifest: Manifest): string[] {
  const files = new Set<string>(['/index.html', '/favicon.svg', '/manifest.webmanifest']);
  const add = (name: string) => {
    const entry = manifest[name];
    if (!entry || files.has(`/${entry.file}`)) return;
    for (const file of [entry.file, ...(entry.css ?? []), ...(entry.assets ?? [])]) files.add(`/${file}`);
    for (const next of entry.imports ?? []) add(next);
  };
  for (const [name, entry] of Object.entries(manifest)) {
    if (entry.isEntry || keptParts.some((part) => name.endsWith(part))) add(name);
  }
  return [...files].sort();
}

/** The service worker, told which files it has to keep. Runs after the app is built, since their names come from it. */
export async function buildWorker(): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(webDirectory, '.vite/manifest.json'), 'utf8')) as Manifest;
  const startFiles = startFilesOf(manifest);
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

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

type Import = {
  /** A path from the repository's root for our own files, else the package's specifier. */
  target: string;
  isTypeOnly: boolean;
};
export type SourceFile = {
  path: string;
  text: string;
  lines: number;
  imports: Import[];
  isOnlyReExports: boolean;
};

/** The folders with import rules of their own. Packages of ours are imported by their names: 'local-cloud/clock.ts'. */
export const topFolders = [
  'core',
  'functions',
  'lib',
  'bin',
  'web',
  'packages/local-cloud',
  'packages/local-stripe',
  'local',
  'demo',
  'tests',
] as const;
export type TopFolder = (typeof topFolders)[number];
const ownPackage = /^local-(cloud|stripe)\//;

/** The top folder of a path; undefined for a package of npm. */
export const folderOf = (path: string): TopFolder | undefined =>
  topFolders.find((folder) => path.startsWith(`${folder}/`));

const skipped = new Set(['node_modules', '.build', '.local', 'cdk.out', 'public', 'fixtures']);

function* filesBelow(folder: string): Generator<string> {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* filesBelow(path);
    else if (entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) yield path;
  }
}

function targetOf(asked: string, from: string): string {
  // In "tokens.css?raw" the query says how the file is loaded and is no part of its name.
  const [specifier = ''] = asked.split('?');
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (ownPackage.test(specifier)) return `packages/${specifier}`;
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  return specifier;
}

// Only `import type` loads nothing: `import { type A }` stays a bare import once the types are erased.
const statement = /^(import|export)\s+(type\s+)?((?:[^'";=]|\n)*?)\s*from\s*'([^']+)'/gm;
const bare = /^import\s*'([^']+)'/gm;
const dynamic = /\bimport\(\s*'([^']+)'\s*\)/g;

function importsOf(text: string, path: string): Import[] {
  const statements = [...text.matchAll(statement)].map(([, , type, , specifier = '']) => ({
    target: targetOf(specifier, path),
    isTypeOnly: type !== undefined,
  }));
  const others = [...text.matchAll(bare), ...text.matchAll(dynamic)].map(([, specifier = '']) => ({
    target: targetOf(specifier, path),
    isTypeOnly: false,
  }));
  return [...statements, ...others];
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function readSource(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const code = withoutComments(text);
  const rest = code.replace(/^export\s+(?:type\s+)?(?:\*|\{[^}]*\})[^;]*from\s*'[^']+';?/gm, '').trim();
  return {
    path,
    text,
    lines: text.split('\n').length - 1,
    imports: importsOf(code, path),
    isOnlyReExports: code.trim() !== '' && rest === '',
  };
}

/** Every TypeScript file of these folders, with what it imports. Paths are relative to the repository's root. */
export function readSources(folders: readonly string[] = topFolders): SourceFile[] {
  const paths = folders.flatMap((folder) => [...filesBelow(folder)]);
  return [...new Set(paths)].map(readSource);
}

/** The file itself and everything of ours that it loads, directly or not. */
export function loadedBy(path: string, sources: ReadonlyMap<string, SourceFile>): SourceFile[] {
  const seen = new Map<string, SourceFile>();
  const queue = [path];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const file = sources.get(next);
    if (!file || seen.has(next)) continue;
    seen.set(next, file);
    queue.push(...file.imports.filter((one) => !one.isTypeOnly).map((one) => one.target));
  }
  return [...seen.values()];
}

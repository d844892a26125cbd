import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '#lib/program-options.ts';

const folder = (path: string) => fileURLToPath(new URL(`../../.build/${path}`, import.meta.url));

/** The build's output: a folder for each function, and the app. */
export const functionsDirectory = folder('functions');
export const webDirectory = folder('web');
export const buildDirectory = folder('');

/**
 * Node's compile cache for our sources and bundles, which speeds up the next start and the functions' cold starts. It belongs
 * to a build and is deleted with it.
 */
export const compileCacheFolder = folder('compile-cache');
export const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url));

/** @throws Refusal in a checkout that was not built, whose functions the toolkit would miss one by one */
export function requireBuild(directory = functionsDirectory): void {
  if (!existsSync(directory)) throw new Refusal('The project is not built yet: npm run build');
}

/** Placeholder in built pages for the public origin, which is known only when deploying. */
export const originMark = 'https://origin.bilfund.invalid';

function filesBelow(path: string): string[] {
  const full = join(repositoryRoot, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(repositoryRoot.length));
}

/** One hash over the contents of all files below these paths, whatever their dates. */
export function hashInputs(paths: readonly string[]): string {
  const digest = createHash('sha256');
  for (const path of paths.flatMap(filesBelow).sort())
    digest
      .update(path)
      .update('\0')
      .update(readFileSync(join(repositoryRoot, path)))
      .update('\0');
  return digest.digest('hex');
}

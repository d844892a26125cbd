import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Lock = {
  packages: Record<string, { optionalDependencies?: Record<string, string>; resolved?: string }>;
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest & { workspaces?: string[] };
const root = readManifest('.');
/** What the project and its workspaces ask for, a row for each package and place. */
const asked = [root, ...(root.workspaces ?? []).map(readManifest)].flatMap((manifest) =>
  Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }),
);

describe('what npm ci installs', () => {
  it('is named for every platform: npm refuses a lock file in which an optional package is missing', () => {
    const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
      Object.keys(entry.optionalDependencies ?? {}).filter(
        (name) =>
          !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('is pinned to exact versions', () => {
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('is the same version in every workspace', () => {
    const versions = new Map(asked);
    expect(asked.filter(([name, version]) => versions.get(name) !== version)).toEqual([]);
  });

  it('names no registry’s host', () => {
    expect(Object.values(lock.packages).filter((entry) => entry.resolved?.startsWith('http'))).toEqual([]);
  });
});

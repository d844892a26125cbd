import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Lock = {
  packages: Record<
    string,
    {
      optionalDependencies?: Record<string, string>;
      resolved?: string;
      os?: string[];
      cpu?: string[];
      optional?: boolean;
      integrity?: string;
      link?: boolean;
      inBundle?: boolean;
    }
  >;
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
type Dependencies = Record<string, string>;
type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Dependencies>>;
const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest & { workspaces?: string[] };
const root = readManifest('.');
/** What the project and its workspaces ask for, a row for each package and place. */
const asked = [root, ...(root.workspaces ?? []).map(readManifest)].flatMap((manifest) =>
  Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  }),
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

  it('installs on macOS and arm64 too: what is bound to another platform is optional', () => {
    const bound = Object.entries(lock.packages)
      .filter(([, { os = ['darwin'], cpu = ['arm64'] }]) => !os.includes('darwin') || !cpu.includes('arm64'))
      .filter(([, entry]) => !entry.optional)
      .map(([path]) => path);
    expect(bound).toEqual([]);
  });

  it('is pinned to exact versions', () => {
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('is the same version in every workspace', () => {
    const versions = new Map(asked);
    expect(asked.filter(([name, version]) => versions.get(name) !== version)).toEqual([]);
  });

  it('is known by its hash, on every platform: what has none is taken as it comes', () => {
    const unknown = Object.entries(lock.packages)
      .filter(([path]) => path.startsWith('node_modules/'))
      // A workspace is a folder of ours, and what stands in another package comes with that one's hash.
      .filter(([, { link, inBundle, integrity }]) => !link && !inBundle && !integrity?.startsWith('sha512-'))
      .map(([path]) => path);
    expect(unknown).toEqual([]);
  });

  it('names no registry’s host', () => {
    expect(Object.values(lock.packages).filter((entry) => entry.resolved?.startsWith('http'))).toEqual([]);
  });
});

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
      hasInstallScript?: boolean;
    }
  >;
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
type Dependencies = Record<string, string>;
type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Dependencies>>;
const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest & {
    workspaces?: string[];
    allowScripts?: Record<string, boolean>;
  };
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
  it('the lock file names optional packages for every platform, without which npm ci fails', () => {
    const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
      Object.keys(entry.optionalDependencies ?? {}).filter(
        (name) =>
          !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('npm ci works on macOS and arm64: packages bound to another platform are optional', () => {
    const bound = Object.entries(lock.packages)
      .filter(([, { os = ['darwin'], cpu = ['arm64'] }]) => !os.includes('darwin') || !cpu.includes('arm64'))
      .filter(([, entry]) => !entry.optional)
      .map(([path]) => path);
    expect(bound).toEqual([]);
  });

  it('dependencies are pinned to exact versions', () => {
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('a package has the same version in every workspace', () => {
    const versions = new Map(asked);
    expect(asked.filter(([name, version]) => versions.get(name) !== version)).toEqual([]);
  });

  it('every locked package has an integrity hash', () => {
    const unknown = Object.entries(lock.packages)
      .filter(([path]) => path.startsWith('node_modules/'))
      // A workspace is a folder of ours, and what stands in another package comes with that one's hash.
      .filter(([, { link, inBundle, integrity }]) => !link && !inBundle && !integrity?.startsWith('sha512-'))
      .map(([path]) => path);
    expect(unknown).toEqual([]);
  });

  it('every package with an install script is allowed or denied it: newer versions of npm skip the others', () => {
    const withScript = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = withScript.map(([path]) => path.split('node_modules/').at(-1)!);
    expect(Object.keys(root.allowScripts ?? {}).sort()).toEqual([...new Set(names)].sort());
  });

  it('the lock file names no registry’s host', () => {
    expect(Object.values(lock.packages).filter((entry) => entry.resolved?.startsWith('http'))).toEqual([]);
  });
});

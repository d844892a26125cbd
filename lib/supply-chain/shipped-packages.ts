/** The parts of npm's lock file that say what is installed where (version 3). */
export type LockedPackage = {
  version?: string;
  license?: string;
  /** Subresource-integrity text: "sha512-<base64>". */
  integrity?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
export type LockFile = { packages: Record<string, LockedPackage> };
export type ShippedPackage = {
  name: string;
  version: string;
  licence: string | null;
  integrity: string | null;
};

const folder = 'node_modules/';

/** Where a package finds another: in its own folder, or in the nearest folder around it that has one. */
function findInstalled(lock: LockFile, from: string, name: string): string | null {
  for (let at = from; ; at = at.includes(folder) ? at.slice(0, at.lastIndexOf(folder)) : '') {
    const path = `${at}${at === '' || at.endsWith('/') ? '' : '/'}${folder}${name}`;
    if (path in lock.packages) return path;
    if (at === '') return null;
  }
}

/** What a package needs to run. An optional peer serves types and tools: it is there because development asks for it. */
function neededBy({
  dependencies,
  optionalDependencies,
  peerDependencies,
  ...rest
}: LockedPackage): string[] {
  const peers = Object.keys(peerDependencies ?? {});
  const needed = peers.filter((name) => !rest.peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...needed];
}

/**
 * What may reach a user, by name: the project's `dependencies`, and all of theirs, for every platform, though the build
 * leaves out what no code asks for. What only builds and tests (`devDependencies`) is not among them, nor are the
 * project's own workspaces, which only run on a developer's machine.
 */
export function shippedPackages(lock: LockFile): ShippedPackage[] {
  const reached = new Set<string>();
  const visit = (path: string) => {
    for (const name of neededBy(lock.packages[path]!)) {
      const found = findInstalled(lock, path, name);
      if (found === null || reached.has(found) || lock.packages[found]!.link) continue;
      reached.add(found);
      visit(found);
    }
  };
  visit('');
  const packages = [...reached].map((path) => {
    const { version = '', license, integrity } = lock.packages[path]!;
    const name = path.slice(path.lastIndexOf(folder) + folder.length);
    return { name, version, licence: license ?? null, integrity: integrity ?? null };
  });
  // The same version may stand in several folders.
  const byName = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]));
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

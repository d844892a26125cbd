import type { SourceFile } from './source-tree.ts';

/** Ways by which a file comes to load itself, each as `a → b → a`; an import of types alone loads nothing. */
export function importCycles(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    const before = way.indexOf(path);
    if (before >= 0) found.push([...way.slice(before), path].join(' → '));
    if (before >= 0 || done.has(path)) return;
    for (const { target, isTypeOnly } of byPath.get(path)?.imports ?? [])
      if (!isTypeOnly) visit(target, [...way, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return found;
}

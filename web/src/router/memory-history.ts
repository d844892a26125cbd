import type { History, Location } from './history.ts';

function parse(to: string, state: unknown): Location {
  const { pathname, search, hash } = new URL(to, 'https://bilfund.invalid');
  return { pathname, search, hash, state };
}

/** A history that begins at `path` and that no browser knows of: for pages built ahead and for tests. */
export function memoryHistory(path: string): History {
  const visited = [parse(path, null)];
  let at = 0;
  const listeners = new Set<() => void>();
  return {
    read: () => visited[at]!,
    write: (to, state, isReplacement) => {
      if (!isReplacement) at += 1;
      visited.splice(at, visited.length, parse(to, state));
    },
    go: (steps) => {
      at = Math.max(0, Math.min(visited.length - 1, at + steps));
      for (const onMove of listeners) onMove();
    },
    listen: (onMove) => {
      listeners.add(onMove);
      return () => listeners.delete(onMove);
    },
  };
}

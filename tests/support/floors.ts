import type { SourceFile } from './source-tree.ts';

/**
 * The floors of `functions`: who enters from outside, the processes, what stores and calls out, and the frame of a function.
 * The processes are told apart by their folder, the entry points by theirs.
 */
const floorsBelow = {
  entry: ['use-cases', '_adapters', '_runtime'],
  'use-cases': ['use-cases', '_adapters', '_runtime'],
  _adapters: ['_runtime'],
  _runtime: [],
} as const;
type Floor = keyof typeof floorsBelow;

/** A folder of `functions`, as it is counted here: one of the processes' folders, or the first below `functions`. */
export function roomOf(path: string): string | null {
  const [top, first = '', second = ''] = path.split('/');
  if (top !== 'functions') return null;
  return first === 'use-cases' ? `${first}/${second}` : first;
}

function floorOf(room: string): Floor {
  if (room.startsWith('use-cases/')) return 'use-cases';
  return room === '_adapters' || room === '_runtime' ? room : 'entry';
}

/** Imports from one room of `functions` into another. */
export type Arrow = { from: string; to: string; imports: string[] };

/** All arrows between the rooms, by their names. */
export function arrowsOf(files: readonly SourceFile[]): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const file of files) {
    const from = roomOf(file.path);
    if (from === null) continue;
    for (const { target } of file.imports) {
      const to = roomOf(target);
      if (to === null || to === from) continue;
      const name = `${from} → ${to}`;
      if (!arrows.has(name)) arrows.set(name, { from, to, imports: [] });
      arrows.get(name)!.imports.push(`${file.path} imports ${target}`);
    }
  }
  return [...arrows.values()].sort((a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1));
}

/** Imports that lead to the same floor or up. */
export const upwards = (arrows: readonly Arrow[]): string[] =>
  arrows
    .filter(({ from, to }) => !(floorsBelow[floorOf(from)] as readonly string[]).includes(floorOf(to)))
    .flatMap(({ imports }) => imports);

/** Pairs of rooms that import each other. */
export const bothWays = (arrows: readonly Arrow[]): string[] =>
  arrows
    .filter((one) => one.from < one.to && arrows.some(({ from, to }) => from === one.to && to === one.from))
    .map(({ from, to }) => `${from} and ${to}`);

import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import { type ESTree, parseAst } from 'vite';
import { repositoryRoot } from './output.ts';

type Range = { start: number; end: number };
export type Edit = Range & { text: string };

/** The values that a file declares at its top, by the expressions that make them. */
export const valuesOf = (source: string): ESTree.Expression[] =>
  parseAst(source, { lang: 'ts' }).body.flatMap((node) => {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    return declaration?.type === 'VariableDeclaration'
      ? declaration.declarations.flatMap(({ init }) => init ?? [])
      : [];
  });

export function edited(source: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source);
}

/** The bundler sees by itself that these do nothing. */
const plain = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'Identifier', 'Literal']);

/** Marks a value as one that a bundle may leave out where nothing uses it. */
export const markPure = ({ type, start, end }: ESTree.Expression): Edit[] =>
  plain.has(type) || type === 'AwaitExpression'
    ? []
    : [
        { start, end: start, text: '/* @__PURE__ */ (() => (' },
        { start: end, end, text: '))()' },
      ];

/**
 * Our own files declare values and do nothing when they are loaded, but a bundler cannot know that of a call. So each value is
 * marked as one that nobody misses: a bundle holds what its entry point uses of a file, and not what stands beside it there.
 */
export const pureValues: Plugin = {
  name: 'pure-values',
  setup({ onLoad }) {
    const ours = new RegExp(`^${repositoryRoot}(?:core|functions)/.*[.]ts$`);
    onLoad({ filter: ours }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      return { contents: edited(source, valuesOf(source).flatMap(markPure)), loader: 'ts' };
    });
  },
};

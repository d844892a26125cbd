import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import { type ESTree, parseAst } from 'vite';
import { repositoryRoot } from './output.ts';

type Range = { start: number; end: number };
export type Edit = Range & { text: string };

/** The initializers of a file's top-level values. */
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

/** The bundler itself knows that these have no side effects. */
const plain = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'Identifier', 'Literal']);

/** Marks a value as pure, so that a bundle may leave it out when unused. */
export const markPure = ({ type, start, end }: ESTree.Expression): Edit[] =>
  plain.has(type) || type === 'AwaitExpression'
    ? []
    : [
        { start, end: start, text: '/* @__PURE__ */ (() => (' },
        { start: end, end, text: '))()' },
      ];

/**
 * Our own files only declare values, without side effects, but a bundler cannot know that of a call. This plugin marks each
 * value as pure, so that a bundle holds only what its entry point uses.
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

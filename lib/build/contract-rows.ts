import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { type RouteRow, tableUse } from '#core/contract/route.ts';
import type { DeclaredFunction } from '../functions.ts';
import { repositoryRoot } from './output.ts';
import { type Edit, edited, markPure, valuesOf } from './pure-values.ts';

/**
 * Makes a route's bundle carry only its own row of the contract. The schemas of the other routes would be created on every
 * cold start: a bundler must keep them, because it cannot know that the calls have no side effects.
 */

const routesFolder = join(repositoryRoot, 'core/contract/routes');
const rowModule = join(repositoryRoot, 'functions/route-row.ts');
const admission = JSON.stringify(join(repositoryRoot, 'functions/accounts/admission.ts'));
const admissions: Record<ReturnType<typeof tableUse>, string> = {
  none: 'const admit = null;',
  read: `import { admitReader as admit } from ${admission};`,
  write: `import { admitWriter as admit } from ${admission};`,
};
const tokenReader = (takesTokens: boolean): string =>
  takesTokens ? `import { readTokenCaller as tokens } from ${admission};` : 'const tokens = null;';
const isRouteKey = (name: string) => /^(?:GET|POST|PUT|DELETE) \//.test(name);
const rowMark = '?row=';

type Home = {
  path: string;
  exportName: string;
  table: ReturnType<typeof tableUse>;
  takesTokens: boolean;
};

async function findRows(): Promise<Map<string, Home>> {
  const homes = new Map<string, Home>();
  for (const file of readdirSync(routesFolder)) {
    const path = join(routesFolder, file);
    const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
    for (const [exportName, value] of Object.entries(module)) {
      const keys = value !== null && typeof value === 'object' ? Object.keys(value) : [];
      if (!keys.every(isRouteKey)) continue;
      for (const [key, row] of Object.entries(value as Record<string, RouteRow>))
        homes.set(key, { path, exportName, table: tableUse(row), takesTokens: row.scopes !== undefined });
    }
  }
  return homes;
}

/** A file of the contract's routes with only one row in its table, or none. */
export function withOneRow(source: string, key: string | null): string {
  const edits: Edit[] = [];
  for (const init of valuesOf(source)) {
    edits.push(...markPure(init));
    const isTable =
      init.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'rows';
    const table = isTable ? init.arguments[1] : undefined;
    if (key === null || table?.type !== 'ObjectExpression') continue;
    for (const row of table.properties)
      if (row.type === 'Property' && !(row.key.type === 'Literal' && row.key.value === key))
        edits.push({ start: row.start, end: source.indexOf(',', row.end) + 1, text: '' });
  }
  return edited(source, edits);
}

/** The entry point of a function's bundle, for `contractRows`. */
export function entryOf(declared: DeclaredFunction): string {
  const routeKey = declared.kind === 'route' ? declared.routeKey : '';
  return ['function:', routeKey, declared.exportName, join(repositoryRoot, declared.source)].join('#');
}

export const contractRows: Plugin = {
  name: 'contract-rows',
  setup({ onLoad, onResolve }) {
    let homes: Promise<Map<string, Home>> | undefined;
    const script = (contents: string) => ({ contents, resolveDir: repositoryRoot, loader: 'js' as const });
    const quote = (text: string) => JSON.stringify(text);

    onResolve({ filter: /^function:/ }, ({ path }) => ({ path, namespace: 'function' }));
    onLoad({ filter: /.*/, namespace: 'function' }, ({ path }) => {
      const [, routeKey, exportName, source = ''] = path.split('#');
      const row = routeKey ? `import ${quote(`row:${routeKey}`)};` : '';
      return script(`${row} export { ${exportName} as handler } from ${quote(source)};`);
    });
    // Imported before the handler, which reads the row when it is loaded.
    onResolve({ filter: /^row:/ }, ({ path }) => ({ path: path.slice(4), namespace: 'row' }));
    onLoad({ filter: /.*/, namespace: 'row' }, async ({ path: key }) => {
      homes ??= findRows();
      const home = (await homes).get(key);
      if (!home) throw new Error(`The contract has no row ${key}.`);
      return script(
        `import { keepRow } from ${quote(rowModule)};
         import { ${home.exportName} as part } from ${quote(`${home.path}${rowMark}${key}`)};
         ${admissions[home.table]}
         ${tokenReader(home.takesTokens)}
         keepRow(part[${quote(key)}], admit, tokens);`,
      );
    });
    onLoad({ filter: /functions\/route-row\.ts$/ }, () =>
      script(
        `let row, admission, reader;
         export const keepRow = (own, admit, tokens) => { row = own; admission = admit; reader = tokens; };
         export const rowOf = () => row; export const admissionOf = () => admission;
         export const tokenReaderOf = () => reader;`,
      ),
    );

    onResolve({ filter: /\?row=/ }, ({ path: address }) => {
      const mark = address.lastIndexOf(rowMark);
      return { path: address.slice(0, mark), suffix: address.slice(mark) };
    });
    onLoad({ filter: /core\/contract\/routes\/[^/]+\.ts$/ }, ({ path, suffix }) => ({
      contents: withOneRow(readFileSync(path, 'utf8'), suffix.slice(rowMark.length) || null),
      loader: 'ts',
    }));
  },
};

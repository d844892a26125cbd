import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/**
 * Node's own modules are taken from `process`, not imported. For an import Node makes a second form of the module and reads
 * every export of it, those that load further modules when they are read included: six that no function uses.
 */
export const builtinModules: Plugin = {
  name: 'builtin-modules',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(?:node:)?[a-z_]/ }, ({ path }) =>
      isBuiltin(path)
        ? { path: path.replace(/^(?:node:)?/, 'node:'), namespace: 'builtin', sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const prefix = '\0plain-react:';

/** Built for production, React's `jsx` and `jsxs` are one function. */
const elements = `
import { Fragment as wrap, jsx as element } from 'react/jsx-runtime';
export const Fragment = wrap;
export const jsx = element;
export { jsx as jsxs };
`;

/** Each name that React has, a variable of its own: what nobody imports is left out. */
const everything = [
  "import * as React from 'react';",
  ...Object.keys(createRequire(import.meta.url)('react') as object)
    .filter((name) => /^[A-Za-z]+$/.test(name))
    .map((name) => `export const ${name} = /* @__PURE__ */ (() => React.${name})();`),
].join('\n');

/**
 * React under plain names, for our own files. It is written for an older kind of module, which hands its functions over as the
 * properties of an object: each of our some thousand elements and hooks would name the object and the property, and each
 * file unpack the object anew.
 */
export function plainReact(): Plugin {
  return {
    name: 'plain-react',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react(?:\/jsx-runtime)?$/ },
      handler: (source, importer) =>
        importer && !importer.startsWith(prefix) && !importer.includes('node_modules')
          ? prefix + source
          : null,
    },
    load: {
      filter: { id: new RegExp(`^${prefix}`) },
      handler: (id) => (id === `${prefix}react` ? everything : elements),
    },
  };
}

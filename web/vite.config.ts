import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { edited, markPure, valuesOf } from '../lib/build/pure-values.ts';
import { shakeRouter } from './shake-router.ts';

/** `npm start` prints its address; with BILFUND_ORIGIN set, `vite web` serves the sources against that backend. */
const backend = process.env.BILFUND_ORIGIN;

/** A screen loads what it uses of a file of ours, and not what stands beside it there (`lib/build/pure-values.ts`). */
const pureValues: Plugin = {
  name: 'pure-values',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(?:core|web\/src)\/.*\.ts$/ },
    handler: (code) => edited(code, valuesOf(code).flatMap(markPure)),
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), shakeRouter(), pureValues],
  build: {
    outDir: '../.build/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The content security policy allows files of our own origin, not data: addresses or inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page runs changes seldom: one file, which a browser keeps from version to version. Any other package
            // stays with the part that uses it.
            {
              name: 'packages',
              test: /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@tanstack)\//,
              priority: 2,
            },
            // The first page needs it, and would load the towns with it.
            { name: 'fold-text', test: /core\/catalog\/fold-text/, priority: 2 },
            // The towns are large, and only filters and the comparison ask for them.
            { name: 'places', test: /core\/places\//, priority: 2 },
            // What many screens share is one file: a dozen of a few hundred bytes compress badly.
            { name: 'common', test: /(?:core|web\/src)\//, minShareCount: 20, priority: 1 },
          ],
        },
      },
    },
  },
  server: backend
    ? {
        proxy: {
          '/api': backend,
          '/scrape': backend,
          '/photos': backend,
          '/live': { target: backend, ws: true },
        },
      }
    : {},
});

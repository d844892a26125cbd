import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm start` prints its address; with BILFUND_ORIGIN set, `vite web` serves the sources against that backend. */
const backend = process.env.BILFUND_ORIGIN;

export default defineConfig({
  // Vitest runs from the repository's root, where the tests are.
  root: process.env.VITEST ? undefined : import.meta.dirname,
  plugins: [react(), tailwindcss()],
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
        // One file for what every screen needs, in place of a dozen of a few hundred bytes that compress badly.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules|web\/src\/(ui\/(icon|button|logo|menu|notices)|api\/|paths|i18n\/(language|plural|format))/,
            },
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

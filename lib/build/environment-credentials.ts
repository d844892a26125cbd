import type { Plugin } from 'esbuild';
import { repositoryRoot } from './output.ts';

/**
 * Functions have their credentials in the environment, in the cloud and locally. The SDK's own chain looks in nine places,
 * six of them in packages of their own that every function would carry and none would ever load.
 */
export const environmentCredentials: Plugin = {
  name: 'environment-credentials',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path }) => ({
      path,
      namespace: 'environment-credentials',
      sideEffects: false,
    }));
    onLoad({ filter: /.*/, namespace: 'environment-credentials' }, () => ({
      contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
      resolveDir: repositoryRoot,
    }));
  },
};

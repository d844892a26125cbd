import type { Plugin } from 'esbuild';
import { repositoryRoot } from './output.ts';

/** A part of the SDK: how it is imported, and what a bundle gets in its place. */
type Part = { filter: RegExp; contents: string };

const errors = '@smithy/core/config';
const parts: readonly Part[] = [
  // The chain looks in nine places, six of them in packages of their own that every function would carry.
  {
    filter: /^@aws-sdk\/credential-provider-node$/,
    contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
  },
  // Every client looks for ~/.aws/config when it is made: two files that are not there, and Node's modules to read them.
  {
    filter: /^\.\/fromSharedConfigFiles$/,
    contents: `import { CredentialsProviderError } from '${errors}';
      export const fromSharedConfigFiles = () => async () => {
        throw new CredentialsProviderError('Functions have no files of settings.');
      };`,
  },
  // Asked of every request and answer: whether it is one of the web's streams, which Node loads to tell. Ours are its own.
  {
    filter: /^\.\/stream-type-check$/,
    contents: 'export const isReadableStream = () => false; export const isBlob = () => false;',
  },
  {
    filter: /\/isStreamingPayload$/,
    contents: `import { Readable } from 'node:stream';
      export const isStreamingPayload = ({ body }) => body instanceof Readable;`,
  },
  // For tables whose address must be asked for; none of ours, nor any command of the client we have.
  { filter: /^@aws-sdk\/endpoint-cache$/, contents: 'export class EndpointCache {}' },
];

/**
 * Functions have their credentials and settings in the environment, in the cloud and locally. What else of the SDK would look
 * for them is left out of the bundles.
 */
export const sdkParts: Plugin = {
  name: 'sdk-parts',
  setup({ onLoad, onResolve }) {
    for (const [place, { filter, contents }] of parts.entries()) {
      const namespace = `sdk-part-${place}`;
      onResolve({ filter }, ({ path }) => ({ path, namespace, sideEffects: false }));
      onLoad({ filter: /.*/, namespace }, () => ({ contents, resolveDir: repositoryRoot }));
    }
  },
};

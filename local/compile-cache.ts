import { fileURLToPath } from 'node:url';

/**
 * The folder of Node's compile cache for our sources and bundles, which speeds up the next start and the functions' cold
 * starts. It belongs to a build and is deleted with it.
 */
export const compileCacheFolder = fileURLToPath(new URL('../.build/compile-cache', import.meta.url));

import { fileURLToPath } from 'node:url';

/**
 * Where node keeps what it has compiled of our sources and bundles: the next start, and the next environment of a
 * function, does without the work. It belongs to a build and goes with it.
 */
export const compileCacheFolder = fileURLToPath(new URL('../.build/compile-cache', import.meta.url));

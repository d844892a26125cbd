import { fileURLToPath } from 'node:url';

const folder = (path: string) => fileURLToPath(new URL(`../../.build/${path}`, import.meta.url));

/** Where the build puts its results: a folder for each function, and the app. */
export const functionsDirectory = folder('functions');
export const webDirectory = folder('web');
export const buildDirectory = folder('');
export const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Stands in built pages for the public origin, which only the deployment knows. */
export const originMark = 'https://origin.bilfund.invalid';

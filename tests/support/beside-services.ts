/** Where tests of functions stand that need the embedded services: the rest need nothing, and run in the project `unit`. */
const folders = ['api/handlers', '_adapters/dynamodb', '_adapters/objects', 'pipeline', 'use-cases'];

/** As the projects name them. */
export const besideServices = `tests/functions/{${folders.join(',')}}/**/*.test.ts`;

export const needsServices = (test: string): boolean =>
  folders.some((folder) => test.startsWith(`tests/functions/${folder}/`));

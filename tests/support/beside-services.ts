/** Tests of functions that need the embedded services; the rest need nothing, and run in the project `unit`. */
export const besideServices = 'tests/functions/**/*.services*.test.ts';

type TableIndex = { name: 'gsi1' | 'gsi2' | 'gsi3'; projected: 'keys' | readonly string[] };

/**
 * The indexes of the one table and what each holds besides keys; an index's keys are `<name>pk` and `<name>sk`. All exist
 * from the first deployment: what an index projects cannot change later, and one was kept spare.
 */
export const tableIndexes: readonly TableIndex[] = [
  // The catalog reads whole cards from the index; one attribute may grow where a list of names may not.
  { name: 'gsi1', projected: ['card'] },
  { name: 'gsi2', projected: 'keys' },
  { name: 'gsi3', projected: 'keys' },
];

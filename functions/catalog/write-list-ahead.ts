import { writeCatalogAhead } from './write-catalog.ts';

/** Run by `npm run deploy` on the operator's machine, with the stage's table and bucket in the environment. */
const cars = await writeCatalogAhead();
console.info(
  cars === null
    ? 'The list that functions of this version start from is fresh.'
    : `The list that functions of this version start from was written: ${cars} cars.`,
);

import { catalogEngine } from '#functions/platform/settings.ts';
import { buildCarIndexAhead } from './keep-car-index.ts';
import { writeCatalogAhead } from './write-catalog.ts';

/** Run by `npm run deploy` on the operator's machine, with what the stage's functions know in the environment. */
if (catalogEngine() === 'opensearch') {
  const isBuilt = await buildCarIndexAhead();
  console.info(
    `The index of the cars that functions of this version ask ${isBuilt ? 'was built' : 'is there'}.`,
  );
} else {
  const cars = await writeCatalogAhead();
  console.info(
    cars === null
      ? 'The list that functions of this version start from is fresh.'
      : `The list that functions of this version start from was written: ${cars} cars.`,
  );
}

import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { constructIdOf, declaredFunctions, routeFunctions } from '#lib/functions.ts';

it('a row of the contract names the file and the export of its handler', () => {
  const listCars = routeFunctions.find((route) => route.routeKey === 'GET /api/cars');
  expect(listCars).toMatchObject({
    name: 'list-cars',
    source: 'functions/cars/api.ts',
    exportName: 'listCarsRoute',
  });
});

it('every declared function has its handler', () => {
  const missing = declaredFunctions.filter(
    ({ source, exportName }) =>
      !existsSync(source) ||
      !new RegExp(`^export (?:const|(?:async )?function) ${exportName}\\b`, 'm').test(
        readFileSync(source, 'utf8'),
      ),
  );
  expect(missing.map(({ source, exportName }) => `${source} ${exportName}`)).toEqual([]);
});

it('every declared function says in a sentence what it does', () => {
  for (const { name, row } of declaredFunctions) expect(row.summary, name).toMatch(/^[A-Z].{5,}\.$/);
});

it('ids in the construct tree read like their names', () => {
  expect(constructIdOf('fail-dead-letters')).toBe('FailDeadLetters');
});

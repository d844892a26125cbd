import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contract } from '#core/contract/table.ts';
import { planRoute } from '#lib/new-route/plan-route.ts';

const folder = 'core/contract/routes';
const routeFiles = Object.fromEntries(
  readdirSync(folder).map((file) => [`${folder}/${file}`, readFileSync(`${folder}/${file}`, 'utf8')]),
);
const plan = (name: string, key: string) => planRoute(name, key, { routeFiles, rows: contract });

describe('a new route', () => {
  it('is a row at the end of its capability, a handler and a test', () => {
    const files = plan('list-examples', 'GET /api/cars/{id}/examples');
    expect(Object.keys(files)).toEqual([
      'core/contract/routes/cars.ts',
      'functions/api/cars/list-examples.ts',
      'tests/functions/api/cars/list-examples.test.ts',
    ]);
    const [row, handler, test] = Object.values(files);
    const before = routeFiles['core/contract/routes/cars.ts']!;
    const added = row!.slice(row!.indexOf("  'GET /api/cars/{id}/examples'"));
    expect(row!.replace(added, '')).toBe(before.slice(0, row!.length - added.length));
    expect(added).toContain(
      "name: 'list-examples',\n    capability,\n    auth: 'user',\n    needs: ['table:read'],",
    );
    expect(handler).toContain("endpoint('GET /api/cars/{id}/examples'");
    expect(test).toContain("{ as: 'anna', params: { id: 'one' } }");
  });

  it('may write to the table where its method changes something', () => {
    const files = plan('save-example', 'POST /api/imports/examples');
    expect(files['core/contract/routes/imports.ts']).toContain(
      "name: 'save-example',\n    capability,\n    auth: 'user',\n    needs: ['table:write'],",
    );
  });

  it.each([
    ['examples', 'GET /api/cars/examples', '"examples" is no name of a route'],
    ['ListExamples', 'GET /api/cars/examples', '"ListExamples" is no name of a route'],
    ['../list-examples', 'GET /api/cars/examples', 'is no name of a route'],
    ['list-examples', 'PATCH /api/cars/examples', '"PATCH /api/cars/examples" is no route'],
    ['list-examples', 'GET /cars/examples', '"GET /cars/examples" is no route'],
    ['list-examples', '', '"" is no route'],
    ['list-cars', 'GET /api/cars/examples', 'There is a route named list-cars already: GET /api/cars.'],
    ['get-example', 'GET /api/cars/{example}', 'There is a route for GET /api/cars/{id} already: get-car.'],
    [
      'list-boats',
      'GET /api/boats',
      'There is no capability "boats": the path goes on with one of accounts, cars,',
    ],
  ])('named %s at "%s" is refused: %s', (name, key, words) => {
    expect(() => plan(name, key)).toThrow(words);
  });

  it('is refused where its file has no table of rows', () => {
    const broken = { 'core/contract/routes/cars.ts': "const capability = 'cars';\n" };
    expect(() =>
      planRoute('list-examples', 'GET /api/cars/examples', { routeFiles: broken, rows: {} }),
    ).toThrow('core/contract/routes/cars.ts has no table of rows');
  });
});

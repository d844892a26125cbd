import type { RouteRow } from '#core/contract/route.ts';

/** Files by their path in the repository, and their whole text. */
export type Files = Readonly<Record<string, string>>;

/** What is there before the route: the files of `core/contract/routes`, and every row by key with its name. */
export type Existing = { routeFiles: Files; rows: Readonly<Record<string, Pick<RouteRow, 'name'>>> };

/** Says what is wrong with what was asked for, in words for whoever typed it. */
export class Refusal extends Error {}

const keyForm = /^(GET|POST|PUT|DELETE) (\/api\/([a-z][a-z0-9-]*)(?:\/(?:[a-z0-9-]+|\{[a-zA-Z]+\}))*)$/;
const nameForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/;

/** Capabilities whose rows stand in a file of their own, with that file; `accounts` has two and takes the one of its name. */
function capabilityFiles(routeFiles: Files): Map<string, string> {
  const found = new Map<string, string>();
  for (const [path, text] of Object.entries(routeFiles)) {
    const [, capability] = /^const capability = '([a-z-]+)';$/m.exec(text) ?? [];
    if (capability && (!found.has(capability) || path.endsWith(`/${capability}.ts`)))
      found.set(capability, path);
  }
  return found;
}

/** Two keys that API Gateway cannot tell apart have the same shape: names of variables do not count. */
const shapeOf = (key: string) => key.replaceAll(/\{\w+\}/g, '{}');

function refuseClashes(name: string, key: string, { rows }: Existing): void {
  for (const [otherKey, row] of Object.entries(rows)) {
    if (row.name === name) throw new Refusal(`There is a route named ${name} already: ${otherKey}.`);
    if (shapeOf(otherKey) === shapeOf(key))
      throw new Refusal(`There is a route for ${otherKey} already: ${row.name}.`);
  }
}

const rowText = (name: string, key: string, need: string) => `  '${key}': {
    name: '${name}',
    capability,
    auth: 'user',
    needs: ['${need}'],
    summary: '${name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())}.',
    response: z.object({ ok: z.literal(true) }),
  },
`;

/** The row at the end of the table in its file. */
function withRow(path: string, text: string, row: string): string {
  const start = text.indexOf('= rows({\n');
  const end = start < 0 ? -1 : text.indexOf('\n});', start);
  if (end < 0) throw new Refusal(`${path} has no table of rows that ends with "});".`);
  return `${text.slice(0, end + 1)}${row}${text.slice(end + 1)}`;
}

/** The imports of what is written here are not imports of this file: whoever reads sources must not take them for such. */
const quoted = (text: string) => `'${text}'`;

const handlerText = (key: string) => `import { endpoint } from ${quoted('#functions/api/endpoint.ts')};

export const handler = endpoint('${key}', async () => ({ ok: true }));
`;

const testText = (name: string, key: string, capability: string) => {
  const params = [...key.matchAll(/\{(\w+)\}/g)].map(([, param]) => `${param}: 'one'`);
  const call = params.length > 0 ? `, params: { ${params.join(', ')} }` : '';
  return `import { DynamoDBDocumentClient } from ${quoted('@aws-sdk/lib-dynamodb')};
import { mockClient } from ${quoted('aws-sdk-client-mock')};
import { afterAll, beforeEach, describe, expect, it } from ${quoted('vitest')};
import { callRoute, startIdentity } from ${quoted('#tests/support/call-route.ts')};

Object.assign(process.env, { AWS_REGION: 'eu-north-1', TABLE_NAME: 'table', LOG_LEVEL: 'error' });
const identity = await startIdentity();
const { handler } = await import(${quoted(`#functions/api/${capability}/${name}.ts`)});
const table = mockClient(DynamoDBDocumentClient);

beforeEach(() => {
  table.reset();
  table.onAnyCommand().resolves({});
});
afterAll(() => identity.close());

describe('${key}', () => {
  it('answers who is signed in', async () => {
    expect(await callRoute(handler, { as: 'anna'${call} })).toMatchObject({ status: 200, body: { ok: true } });
  });

  it('refuses who is not', async () => {
    expect(await callRoute(handler${params.length > 0 ? `, { params: { ${params.join(', ')} } }` : ''})).toMatchObject({ status: 401 });
  });
});
`;
};

/**
 * What a new route needs, as whole files: its row, its handler and its test. The route is for signed-in people and answers
 * `{ ok: true }`; rights, input and answer are then written into the row. Throws `Refusal` for a bad name or key, a
 * name or address that is taken, and a capability without a file of rows.
 */
export function planRoute(name: string, key: string, existing: Existing): Files {
  if (!nameForm.test(name))
    throw new Refusal(`"${name}" is no name of a route: say verb-thing in small letters, like list-drafts.`);
  const [, method = '', , capability = ''] = keyForm.exec(key) ?? [];
  if (!capability)
    throw new Refusal(
      `"${key}" is no route: say GET, POST, PUT or DELETE and a path, like "GET /api/cars/{id}".`,
    );
  refuseClashes(name, key, existing);
  const files = capabilityFiles(existing.routeFiles);
  const path = files.get(capability);
  if (path === undefined)
    throw new Refusal(
      `There is no capability "${capability}": the path goes on with one of ${[...files.keys()].sort().join(', ')}.`,
    );
  const need = method === 'GET' ? 'table:read' : 'table:write';
  return {
    [path]: withRow(path, existing.routeFiles[path]!, rowText(name, key, need)),
    [`functions/api/${capability}/${name}.ts`]: handlerText(key),
    [`tests/functions/api/${capability}/${name}.test.ts`]: testText(name, key, capability),
  };
}

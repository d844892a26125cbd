import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#core/contract/openapi.ts';
import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Json[];
  parameters?: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: Json };
  responses: Record<string, { $ref?: string; description?: string; content?: Json }>;
};

const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Json; schemas: Json; responses: Json };
};
const routes = Object.entries<RouteRow>(contract).map(([key, row]) => {
  const [method = '', path = ''] = key.split(' ');
  return { key, row, path, operation: document.paths[path]?.[method.toLowerCase()] };
});

function walk(value: unknown, visit: (node: Json) => void): void {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) visit(value as Json);
  for (const child of Object.values(value)) walk(child, visit);
}

const resolve = (ref: string) =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, name) => (node as Json | undefined)?.[name], document);

describe('the OpenAPI document', () => {
  it.each(routes)('the OpenAPI document describes $key', ({ row, operation }) => {
    expect(operation?.summary).toBe(row.summary);
    expect(operation?.tags).toEqual([row.subject]);
    const success = operation?.responses[String(row.status ?? 200)];
    expect(success?.description).toEqual(expect.any(String));
    expect(success?.content).toHaveProperty([row.content ?? 'application/json', 'schema']);
    expect(operation?.requestBody !== undefined).toBe(row.body !== undefined);
  });

  it('the OpenAPI document describes only the routes of the contract', () => {
    const count = Object.values(document.paths).reduce(
      (sum, methods) => sum + Object.keys(methods).length,
      0,
    );
    expect(count).toBe(routes.length);
  });

  it('the OpenAPI document asks for an access token exactly on routes that need a user', () => {
    expect(Object.keys(document.components.securitySchemes)).toEqual([
      'accessToken',
      'personalToken',
      'stripeSignature',
    ]);
    for (const { row, operation } of routes) {
      const needsToken =
        operation!.security.length > 0 &&
        operation!.security.every((way) => 'accessToken' in way || 'personalToken' in way);
      expect(needsToken).toBe(row.auth === 'user');
    }
  });

  it('the OpenAPI document declares every path variable, and every parameter once', () => {
    for (const { path, operation } of routes) {
      const variables = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const parameters = operation!.parameters ?? [];
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map((parameter) => parameter.name)).toEqual(variables);
      expect(inPath.every((parameter) => parameter.required)).toBe(true);
      expect(new Set(parameters.map((p) => `${p.in} ${p.name}`)).size).toBe(parameters.length);
    }
  });

  it('the OpenAPI document lists 400 exactly for routes that can refuse their input', () => {
    for (const { key, row, operation } of routes) {
      const canBeWrong = Boolean(row.query || row.body || row.refuses?.includes(400));
      expect('400' in operation!.responses, key).toBe(canBeWrong);
    }
  });

  it('every operation of the OpenAPI document has an id of its own', () => {
    const ids = routes.map(({ operation }) => operation!.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('every reference of the OpenAPI document resolves', () => {
    walk(document, (node) => {
      if (typeof node.$ref === 'string') expect(resolve(node.$ref), node.$ref).toBeDefined();
    });
  });

  it('the schemas of the OpenAPI document use JSON Schema 2020-12', () => {
    const types = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];
    walk(document.paths, (node) => {
      expect(node).not.toHaveProperty('nullable');
      expect(node).not.toHaveProperty('$schema');
      if (typeof node.type === 'string' && !('in' in node)) expect(types).toContain(node.type);
    });
  });

  it('every failure in the OpenAPI document has our error schema or API Gateway’s', () => {
    for (const { row, operation } of routes)
      for (const [status, answer] of Object.entries(operation!.responses))
        if (status.startsWith('2') || status === '304') continue;
        else if (row.content === 'text/html') expect(answer.content).toHaveProperty(['text/html']);
        else expect(answer.$ref).toMatch(/^#\/components\/responses\//);
    for (const [name, answer] of Object.entries(document.components.responses)) {
      const text = JSON.stringify(answer);
      expect(text, name).toContain('#/components/schemas/Error');
      expect(text.includes('GatewayMessage')).toBe(
        /^(NotAuthenticated|Forbidden|PayloadTooLarge|TooManyRequests|Internal|Unavailable)$/.test(name),
      );
    }
    expect(document.components.schemas.Error).toMatchObject({ required: ['error', 'code'] });
    expect(document.components.schemas.GatewayMessage).toMatchObject({ required: ['message'] });
  });

  it('the OpenAPI document is as strict as the code with years among filters, which are texts', () => {
    const { content } = document.paths['/api/saved-searches']!.post!.requestBody!;
    const [{ schema }] = Object.values(content) as [{ schema: { properties: Record<string, Json> } }];
    const filters = schema.properties.filters!;
    expect(filters).toMatchObject({
      additionalProperties: false,
      properties: { maxYear: { type: 'string' } },
    });
    const { maxYear } = filters.properties as Record<string, { pattern: string }>;
    expect(
      ['1899', '1900', '2099', '20x0', '0'].map((text) => new RegExp(maxYear!.pattern).test(text)),
    ).toEqual([false, true, true, false, false]);
  });

  it('the patterns of the OpenAPI document use only syntax that all engines share', () => {
    let patterns = 0;
    walk(document.paths, (node) => {
      if (typeof node.pattern !== 'string') return;
      patterns += 1;
      expect(node.pattern).not.toMatch(/\\[pPwWdDbBk]|\(\?[=!<]|\\ud[89a-f]/);
    });
    expect(patterns).toBeGreaterThan(50);
  });

  // Found by `npm run judge -- openapi`: generators of clients make no field of a name that is only required.
  it('the OpenAPI document defines every property that it requires', () => {
    const undefinedNames: string[] = [];
    walk(document.paths, ({ type, required, properties }) => {
      if (type === 'object' && Array.isArray(required))
        undefinedNames.push(...required.filter((name: string) => !(name in ((properties as Json) ?? {}))));
    });
    expect(undefinedNames).toEqual([]);
  });
});

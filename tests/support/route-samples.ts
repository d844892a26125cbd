import * as z from 'zod/mini';
import { notificationKinds } from '#core/alerts/alert.ts';
import { needEnvironment } from '#core/contract/needs.ts';
import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { routeFunctions } from '#lib/functions.ts';

export type ContractRoute = { key: string; method: string; path: string; row: RouteRow; params: string[] };

/** Every row of the contract with its path taken apart. */
export const contractRoutes: readonly ContractRoute[] = Object.entries<RouteRow>(contract).map(
  ([key, row]) => {
    const [method = '', path = ''] = key.split(' ');
    return { key, method, path, row, params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!) };
  },
);

/** The handler of a row. Import it after the environment is set. */
export async function loadHandler({ key }: ContractRoute): Promise<unknown> {
  const { source, exportName } = routeFunctions.find(({ routeKey }) => routeKey === key)!;
  return (await import(`../../${source}`))[exportName];
}

/** For worlds that embed a part of what handlers need: the rest must not be sought in the cloud. */
export function seekNothingInTheCloud(): void {
  process.env.AWS_ENDPOINT_URL ??= 'http://127.0.0.1:9';
  for (const name of Object.values(needEnvironment).flat()) process.env[name] ??= `no-${name}`;
}

type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
};

const schemaOf = (schema: z.ZodMiniType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

/** The names that a query or a JSON body may carry, by the row. */
export function fieldsOf(schema: RouteRow['query'] | RouteRow['body']): string[] {
  return schema === undefined || schema === 'raw' ? [] : Object.keys(schemaOf(schema).properties ?? {});
}

/** Fields whose form a schema does not say. */
const known: Record<string, (tag: string) => unknown> = {
  url: (tag) => `https://www.facebook.com/marketplace/odense/search?query=${tag}`,
  searchUrl: (tag) => `https://www.facebook.com/marketplace/odense/search?query=${tag}`,
  links: (tag) => [`https://www.facebook.com/marketplace/item/${tag}`],
  scopes: () => ['read'],
  endpoint: (tag) => `https://push.example/${tag}`,
  p256dh: () => 'B'.repeat(87),
  auth: () => 'a'.repeat(22),
  email: (tag) => `${tag}@example.com`,
  sessionId: (tag) => `cs_test_${tag}`,
  day: () => '2026-12-01',
  kinds: () =>
    Object.fromEntries(
      notificationKinds.map((kind) => [kind, { in_app: true, email: false, push: false, webhook: false }]),
    ),
};

/** Optional by their schema only because another field may stand in their place. */
const oneOfSeveral = ['searchUrl', 'sessionId', 'id'];

function namesOf({ required = [], properties = {} }: Schema): string[] {
  return [...new Set([...required, ...oneOfSeveral.filter((name) => name in properties)])];
}

function sample(schema: Schema, tag: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf.find(({ type }) => type === 'null') ?? schema.anyOf[0]!, tag);
  if (schema.type === 'object')
    return Object.fromEntries(
      namesOf(schema).map((name) => [
        name,
        known[name]?.(tag) ?? sample(schema.properties?.[name] ?? {}, tag),
      ]),
    );
  if (schema.type === 'null') return null;
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  return tag;
}

/** A body that the row takes; texts in it carry `tag`. */
export function sampleBody(row: RouteRow, tag: string): unknown {
  if (row.body === undefined) return undefined;
  if (row.body === 'raw') return Buffer.from(`<html>${tag}</html>`);
  return sample(schemaOf(row.body), tag);
}

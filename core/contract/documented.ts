import * as z from 'zod/mini';

/** Words of JSON Schema. */
export type JsonSchema = Record<string, unknown>;

type Documentation = { words: JsonSchema; textsOf?: z.ZodMiniType };
const documentation = new WeakMap<object, Documentation>();

/**
 * Says of a schema of the contract what its own words cannot: what a conversion or a handler refuses beyond it. The
 * OpenAPI document takes these words over the schema's own; an undefined one takes a word away. `textsOf`: it is an
 * object whose fields are those of this schema, each written as a text.
 */
export function documented<S extends z.ZodMiniType>(
  schema: S,
  words: JsonSchema,
  textsOf?: z.ZodMiniType,
): S {
  documentation.set(schema, { words, ...(textsOf && { textsOf }) });
  return schema;
}

export const documentationOf = (schema: object): Documentation | undefined => documentation.get(schema);

/** A whole number of a query: digits there, a number for the handler. */
export const queryInteger = (min: number, max: number) =>
  documented(
    z.pipe(
      z.string().check(z.regex(/^\d{1,7}$/)),
      z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))),
    ),
    { type: 'integer', minimum: min, maximum: max, pattern: undefined },
  );

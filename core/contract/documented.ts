import * as z from 'zod/mini';

export type JsonSchema = Record<string, unknown>;

type Documentation = { words: JsonSchema; textsOf?: z.ZodMiniType };
const documentation = new WeakMap<object, Documentation>();

/**
 * Adds keywords to a schema's OpenAPI description for rules that zod cannot express, such as those of a conversion or a
 * handler. They override the schema's own keywords; an undefined one removes a keyword. `textsOf`: an object schema whose
 * fields are described as texts.
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

/** Adds a sentence about a field to its schema's description. Each field needs a schema of its own. */
export const described = <S extends z.ZodMiniType>(description: string, schema: S): S =>
  documented(schema, { ...documentationOf(schema)?.words, description });

/** A whole number in a query string: digits in the request, a number for the handler. */
export const queryInteger = (min: number, max: number) =>
  documented(
    z.pipe(
      z.string().check(z.regex(/^\d{1,7}$/)),
      z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))),
    ),
    { type: 'integer', minimum: min, maximum: max, pattern: undefined },
  );

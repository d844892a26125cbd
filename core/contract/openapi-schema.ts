import * as z from 'zod/mini';
import { documentationOf, type JsonSchema } from './documented.ts';
import { sentTextPattern } from './sent-text.ts';

/**
 * A pattern in words that mean the same in every engine: `\d` and `\w` are more than ASCII in some, and generators of
 * other languages follow theirs.
 */
function portablePattern(pattern: string): string {
  let inClass = false;
  return pattern.replace(/\\.|\[|\]/gs, (part) => {
    if (part === '[') inClass = true;
    else if (part === ']') inClass = false;
    else if (part === '\\d') return inClass ? '0-9' : '[0-9]';
    else if (part === '\\w') return inClass ? 'A-Za-z0-9_' : '[A-Za-z0-9_]';
    return part;
  });
}

/** What a text may be where the schema sets no form: anything that `sent-text.ts` lets through. */
function describeText(words: JsonSchema): void {
  // Our moments end in Z; zod's own pattern counts the days of every month, which no generator follows.
  if (words.format === 'date-time') words.pattern = 'Z$';
  else if (words.enum === undefined && words.const === undefined) words.pattern ??= sentTextPattern;
}

/** Whole numbers as texts: of as many digits as always fit, or of the hundreds that do. */
function textOfInteger({ minimum, maximum }: { minimum: number; maximum: number }): JsonSchema {
  const [least, most] = [String(minimum), String(maximum)];
  if (least.length < most.length) {
    const more = `[0-9]{0,${most.length - 2}}`;
    return { type: 'string', pattern: minimum === 0 ? `^(?:0|[1-9]${more})$` : `^[1-9]${more}$` };
  }
  const [from, to] = [Math.ceil(minimum / 100), Math.floor(maximum / 100)];
  const hundreds = Array.from({ length: to - from }, (_, i) => from + i);
  return { type: 'string', pattern: `^(?:${hundreds.join('|')})[0-9]{2}$` };
}

/** The fields of a query, each written as a text. */
function describeTexts(words: JsonSchema, of: z.ZodMiniType): void {
  const { properties = {} } = jsonSchema(of, 'input') as { properties?: Record<string, JsonSchema> };
  const texts = Object.entries(properties).map(([name, field]) => [
    name,
    field.type === 'integer' ? textOfInteger(field as { minimum: number; maximum: number }) : field,
  ]);
  delete words.propertyNames;
  Object.assign(words, { properties: Object.fromEntries(texts), additionalProperties: false });
}

/** One value for each of some names: generators of clients make fields of properties, and none of names that are listed. */
function describeNamed(words: JsonSchema): void {
  const { enum: names } = words.propertyNames as { enum: string[] };
  const value = words.additionalProperties as JsonSchema;
  delete words.propertyNames;
  const properties = Object.fromEntries(names.map((name) => [name, structuredClone(value)]));
  Object.assign(words, { properties, additionalProperties: false });
}

function describe(words: JsonSchema, io: 'input' | 'output', schema: object): void {
  const own = documentationOf(schema);
  for (const [word, value] of Object.entries(own?.words ?? {}))
    if (value === undefined) delete words[word];
    else words[word] = value;
  if (own?.textsOf && io === 'input') describeTexts(words, own.textsOf);
  if (words.required && (words.propertyNames as JsonSchema | undefined)?.enum) describeNamed(words);
  if (words.type === 'string' && io === 'input') describeText(words);
  if (typeof words.pattern === 'string') words.pattern = portablePattern(words.pattern);
}

/** A schema of the contract in the words of JSON Schema: what comes in before its conversions, what goes out after them. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: words }) => describe(words as JsonSchema, io, zodSchema),
  });
  return rest as JsonSchema;
}

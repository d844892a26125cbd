import { readAttribute, scanElements } from '#core/marketplaces/page/html.ts';
import { isObject, type JsonObject } from '#core/marketplaces/page/json-read.ts';

const maxDocuments = 400;
const maxDepth = 120;
const maxVisits = 3_000_000;
/** Of about 87 data scripts only those that mention listings or the route are parsed; the others are megabytes of noise. */
const worthParsing = /marketplace_|feed_units|listing_photos|SERP_NO_RESULTS/;

/**
 * The parsed contents of a page's `<script type="application/json">`, with or without `data-sjs`; invalid JSON is left out.
 */
export function readEmbeddedJson(html: string): unknown[] {
  return readDataScripts(dataScriptsIn(html));
}

function* dataScriptsIn(html: string): Generator<string> {
  for (const { attributes, content } of scanElements(html, 'script'))
    if (readAttribute(attributes, 'type')?.toLowerCase() === 'application/json') yield content;
}

/** The texts of a page's data scripts that mention listings. */
export function readDataScripts(scripts: Iterable<string>): unknown[] {
  const documents: unknown[] = [];
  for (const script of scripts) {
    const parsed = worthParsing.test(script) ? parseJson(script) : undefined;
    if (parsed !== undefined) documents.push(parsed);
    if (documents.length === maxDocuments) break;
  }
  return documents;
}

/** The documents of a GraphQL answer: one or more, separated by line breaks, possibly after the guard `for (;;);`. */
export function readGraphqlDocuments(text: string): unknown[] {
  const whole = parseJson(text);
  if (whole !== undefined) return [whole];
  return text
    .split('\n', maxDocuments)
    .map(parseJson)
    .filter((document) => document !== undefined);
}

export function looksLikeGraphql(text: string): boolean {
  return /^\s*(for\s*\(;;\);|\{|\[)/.test(text.slice(0, 200));
}

/**
 * Calls `visit` for every object of the tree in document order, down to a bounded depth and number, without recursion,
 * because deeply nested documents would overflow the stack. `visit` returns true to skip an object's children.
 */
export function walkObjects(root: unknown, visit: (object: JsonObject) => boolean | undefined): void {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let visits = 0; stack.length > 0 && visits < maxVisits; visits++) {
    const { value, depth } = stack.pop()!;
    if (typeof value !== 'object' || value === null) continue;
    if (isObject(value) && visit(value)) continue;
    if (depth === maxDepth) continue;
    const children = Object.values(value);
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (typeof child === 'object' && child !== null) stack.push({ value: child, depth: depth + 1 });
    }
  }
}

function parseJson(text: string): unknown {
  const body = text.replace(/^\s*for\s*\(;;\);/, '').trim();
  if (!/^[{[]/.test(body)) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The type name and the fields of rows. */
export const labelKeys = ['label', 'name', 'title', 'display_name', 'text'];
export const valueKeys = ['value', 'display_value', 'formatted_value', 'subtitle'];

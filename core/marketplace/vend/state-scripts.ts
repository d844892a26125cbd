import { readAttribute, scanElements } from '#core/marketplace/page/html-scan.ts';
import {
  isObject,
  type JsonObject,
  readArray,
  readAt,
  readObject,
} from '#core/marketplace/page/json-read.ts';

/** Some scripts are encoded once more than others. */
const mostRounds = 3;
const mostScripts = 40;

/** Text of base64: the bytes are UTF-8, letters of Danish two each. Null for what is none. */
export function decodeBase64(text: string): string | null {
  const compact = text.replace(/\s+/g, '');
  // Only what it must not hold is looked for: a pattern of all that it may hold overflows the stack on megabytes.
  if (compact === '' || /[^A-Za-z0-9+/_=-]/.test(compact)) return null;
  try {
    const binary = atob(compact.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** What a script's text stands for: JSON, in base64 or percent escapes or not; undefined when it is neither. */
export function readEncodedJson(text: string): unknown {
  let current = text.trim();
  for (let round = 0; round <= mostRounds; round++) {
    const parsed = parseJson(current);
    if (typeof parsed === 'string') current = parsed.trim();
    else if (parsed !== undefined) return parsed;
    else {
      const next = /^%7b|^%5b|^%22/i.test(current) ? unescapePercent(current) : decodeBase64(current);
      if (next === null) return undefined;
      current = next.trim();
    }
  }
  return undefined;
}

function parseJson(text: string): unknown {
  if (!/^[{["]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unescapePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The data of a search: `docs` its ads, `metadata` what was understood and how much there is. */
export type SearchState = { docs: unknown[]; metadata: JsonObject };

/**
 * The search's own query among those that a page brings along for its scripts; null when none can be read.
 */
export function findSearchState(html: string): SearchState | null {
  const scripts: string[] = [];
  for (const { attributes, content } of scanElements(html, 'script')) {
    if (!/data-react-query-state/i.test(attributes)) continue;
    if (scripts.push(content) >= mostScripts) break;
  }
  return searchStateOf(scripts);
}

/** The same of the texts of these scripts. */
export function searchStateOf(scripts: readonly string[]): SearchState | null {
  for (const content of scripts.slice(0, mostScripts)) {
    const state = searchStateIn(readEncodedJson(content));
    if (state) return state;
  }
  return null;
}

function searchStateIn(document: unknown): SearchState | null {
  for (const query of readArray(document, 'queries')) {
    const scope = readAt(readArray(query, 'queryKey')[0], 'scope');
    const data = scope === 'search' ? stateOf(readAt(query, 'state', 'data')) : null;
    if (data) return data;
  }
  return null;
}

/** An answer of the data address, which is the same data without a page around it. */
export function stateOf(document: unknown): SearchState | null {
  const docs = isObject(document) ? document.docs : undefined;
  return Array.isArray(docs) ? { docs, metadata: readObject(document, 'metadata') ?? {} } : null;
}

/** The properties of an item's root element, encoded as the states are. */
export function findProperties(html: string, id: string): unknown {
  const at = html.indexOf(`id="${id}"`);
  if (at === -1) return undefined;
  const start = html.lastIndexOf('<', at);
  const end = html.indexOf('>', at);
  if (start === -1 || end === -1 || end - start > 2_000_000) return undefined;
  const encoded = readAttribute(html.slice(start, end), 'data-props');
  return encoded === null ? undefined : readEncodedJson(encoded);
}

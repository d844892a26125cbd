import { Reader } from './declaration-reader.ts';

/**
 * Reads the type declarations that Stripe generates from its OpenAPI document into its package: interfaces, type aliases
 * and namespaces, nothing else. They are the published shapes in the very version that the client is built for.
 */
export type Type =
  | { kind: 'name'; name: string; of?: Type }
  | { kind: 'literal'; value: string | boolean | number }
  | { kind: 'union'; types: Type[] }
  | { kind: 'object'; fields: Map<string, Field>; index?: Type };
export type Field = { type: Type; isOptional: boolean };
/** Types by their full name within the file: "Invoice", "Invoice.Parent", "Invoice.Parent.Type". */
export type Declarations = Map<string, Type>;

function readSingle(reader: Reader): Type {
  const text = reader.peek();
  if (text === '{') return readObject(reader);
  reader.next();
  if (text.startsWith("'")) return { kind: 'literal', value: text.slice(1, -1) };
  if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true' };
  if (/^-?\d/.test(text)) return { kind: 'literal', value: Number(text) };
  if (!reader.skip('<')) return { kind: 'name', name: text };
  const of = readType(reader);
  reader.expect('>');
  return { kind: 'name', name: text, of };
}

function readType(reader: Reader): Type {
  reader.skip('|');
  const types = [readSingle(reader)];
  while (reader.skip('|')) types.push(readSingle(reader));
  return types.length === 1 ? types[0]! : { kind: 'union', types };
}

function readObject(reader: Reader): Type {
  reader.expect('{');
  const fields = new Map<string, Field>();
  let index: Type | undefined;
  while (!reader.skip('}')) {
    if (reader.skip('[')) {
      while (!reader.skip(']')) reader.next();
      reader.expect(':');
      index = readType(reader);
    } else {
      const name = reader.next().replaceAll("'", '');
      const isOptional = reader.skip('?');
      reader.expect(':');
      fields.set(name, { type: readType(reader), isOptional });
    }
    reader.skip(';');
  }
  return { kind: 'object', fields, ...(index && { index }) };
}

function readNamespace(reader: Reader, prefix: string, into: Declarations): void {
  reader.expect('{');
  while (!reader.skip('}')) readDeclaration(reader, prefix, into);
}

function readDeclaration(reader: Reader, prefix: string, into: Declarations): void {
  while (reader.skip('export') || reader.skip('declare')) {
    // Words before what is declared.
  }
  const word = reader.next();
  const name = reader.peek();
  const full = prefix === '' ? name : `${prefix}.${name}`;
  if (word === 'interface') {
    reader.next();
    if (reader.skip('extends')) while (reader.peek() !== '{') reader.next();
    into.set(full, readObject(reader));
  } else if (word === 'type') {
    reader.next();
    // Types with parameters belong to the requests.
    if (reader.peek() === '<') {
      while (!reader.skip(';')) reader.next();
      return;
    }
    reader.expect('=');
    into.set(full, readType(reader));
    reader.expect(';');
  } else if (word === 'namespace') {
    reader.next();
    readNamespace(reader, full, into);
  } else if (word === 'class') {
    while (reader.peek() !== '{') reader.next();
    reader.skipBraces();
  } else if (word === 'import') {
    while (!reader.skip(';')) reader.next();
  }
}

/** The answers' shapes of one file; what stands after them are the requests' parameters, which are not read. */
export function readDeclarations(text: string): Declarations {
  const end = text.search(/^export (?:interface|declare namespace) \w+Params\b/m);
  const reader = new Reader(end < 0 ? text : text.slice(0, end));
  const into: Declarations = new Map();
  while (!reader.isDone) readDeclaration(reader, '', into);
  return into;
}

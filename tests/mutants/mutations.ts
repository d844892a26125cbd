import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';

export type Mutant = { path: string; line: number; before: string; after: string; text: string };
// biome-ignore lint/suspicious/noExplicitAny: each kind of node has fields of its own, read by name below
type Node = { type: string; start: number; end: number } & Record<string, any>;

const operators: Record<string, string[]> = {
  ...{ '<': ['<='], '<=': ['<'], '>': ['>='], '>=': ['>'], '===': ['!=='], '!==': ['==='] },
  ...{ '+': ['-'], '-': ['+'], '*': ['/'], '/': ['*'], '%': ['*'], '??': ['&&'], '||': ['&&'], '&&': ['||'] },
};
const isText = ({ type, value }: Node) =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');

/** Whose words are read in logs alone: an error's message and name. A `Failure` speaks to people. */
const forOperators =
  /^(console|log|Error|TypeError|PaymentConflict|PaymentUnavailable|RegisterUnavailable)\b/;

/** "a < b ? -1 : 1": of what a comparison for sorting answers, nothing but the sign counts. */
const isSortSign = (node: Node, text: string, parent?: Node) =>
  /\? (?:-1 : 1|1 : -1)$/.test(
    parent?.type === 'ConditionalExpression' ? text.slice(parent.start, parent.end) : '',
  ) && node !== parent?.test;

/** What may stand in a node's place. Words of logs and of errors are left alone: nobody decides by them. */
function replacements(node: Node, text: string, parent?: Node): string[] {
  const of = (inner: Node) => text.slice(inner.start, inner.end);
  switch (node.type) {
    case 'LogicalExpression':
    case 'BinaryExpression':
      if (node.operator === '+' && (isText(node.left) || isText(node.right))) return [];
      return (operators[node.operator] ?? []).map((one) => `((${of(node.left)}) ${one} (${of(node.right)}))`);
    case 'UnaryExpression':
      return node.operator === '!' ? [`(${of(node.argument)})`] : [];
    case 'Literal':
      if (typeof node.value === 'number') return [`${node.value + 1}`];
      if (typeof node.value === 'boolean') return [`${!node.value}`];
      return node.value && isText(node) && parent?.type !== 'ExpressionStatement' ? ["''"] : [];
    case 'TemplateLiteral':
      return parent?.type === 'TaggedTemplateExpression' ? [] : ["''"];
    case 'ObjectExpression':
      return /^(Return|Arrow)/.test(parent?.type ?? '') && node.properties.length > 0 ? ['({})'] : [];
    case 'ExpressionStatement':
      return /^this\.name\b/.test(of(node)) ? [] : [';'];
    case 'AwaitExpression':
      return [`(${of(node.argument)})`];
    default:
      return [];
  }
}

/** Every mutation of a file that still parses, in the order of its text. */
export function mutantsOf(path: string): Mutant[] {
  const text = readFileSync(path, 'utf8');
  const found: Mutant[] = [];
  const add = ({ start, end }: Node, by: string) => {
    const mutated = text.slice(0, start) + by + text.slice(end);
    try {
      parseAst(mutated, { lang: 'ts' });
    } catch {
      return;
    }
    const line = text.slice(0, start).split('\n').length;
    found.push({ path, line, before: text.slice(start, end), after: by, text: mutated });
  };
  const visit = (node: Node, parent?: Node) => {
    if (/^(TS(?!As|NonNull|Satisfies)|Import|ExportAll)/.test(node.type)) return;
    if (isSortSign(node, text, parent)) return;
    if (forOperators.test(node.callee ? text.slice(node.callee.start) : '')) return;
    if (node.type === 'AssignmentExpression' && /^this\.name\b/.test(text.slice(node.start))) return;
    for (const by of replacements(node, text, parent)) add(node, by);
    if (/^(If|Conditional)/.test(node.type)) for (const by of ['true', 'false']) add(node.test, by);
    for (const [key, value] of Object.entries(node))
      if (!(key === 'key' && !node.computed) && key !== 'source')
        for (const one of [value].flat()) if (typeof one?.type === 'string') visit(one, node);
  };
  visit(parseAst(text, { lang: 'ts' }) as unknown as Node);
  return found;
}

import { isWord, type Token, tokensOf } from './expression-tokens.ts';
import { refuse } from './refuse.ts';

const mostOperandsOfIn = 100;
const comparators = new Set(['=', '<>', '<', '<=', '>', '>=']);

/** How many operands stand in the brackets that begin at `start`. */
function operandsFrom(tokens: readonly Token[], start: number): number {
  let depth = 0;
  let commas = 0;
  for (const { text } of tokens.slice(start)) {
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    else if (text === ',' && depth === 1) commas += 1;
    if (depth === 0) return commas + 1;
  }
  return 0;
}

/** Whether a path is compared with itself, and is no part of a sum or a function. */
function isSame(tokens: readonly Token[], at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  return (
    before?.kind === 'word' &&
    after?.kind === 'word' &&
    before.text === after.text &&
    tokens[at + 2]?.text !== '('
  );
}

type Expressions = {
  ConditionExpression?: string;
  FilterExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
};

/** Refuses more than 100 operands of `IN`, and a path compared with itself. */
export function requireSoundOperands(input: Expressions): void {
  for (const name of ['ConditionExpression', 'FilterExpression'] as const) {
    const tokens = tokensOf(input[name] ?? '', input.ExpressionAttributeNames) ?? [];
    tokens.forEach((token, at) => {
      const count = isWord(token, 'IN') ? operandsFrom(tokens, at + 1) : 0;
      if (count > mostOperandsOfIn)
        refuse(
          `Invalid ${name}: The IN operator is provided with too many operands; number of operands: ${count}`,
        );
      if (comparators.has(token.text) && isSame(tokens, at)) {
        const path = tokens[at - 1]!.text.replaceAll('.', ', ');
        refuse(
          `Invalid ${name}: The first operand must be distinct from the remaining operands for this operator or function; operator: ${token.text}, first operand: [${path}]`,
        );
      }
    });
  }
}

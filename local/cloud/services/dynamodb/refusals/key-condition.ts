import { isWord, type Token } from './expression-tokens.ts';

/** One comparison of a key condition: `sk BETWEEN :a AND :b` compares `sk` by `BETWEEN` with two values. */
export type Comparison = { path: string; operator: string; values: string[] };

const flipped: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' };

/** Reads `a = :a AND begins_with(b, :b)`, in brackets or not. */
class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  readonly found: Comparison[] = [];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  #next = (): Token | undefined => this.#tokens[this.#at++];

  #takes(text: string): boolean {
    const isNext = this.#tokens[this.#at]?.text.toUpperCase() === text;
    if (isNext) this.#at += 1;
    return isNext;
  }

  /** Whether all of it could be read. */
  readAll(): boolean {
    do {
      if (!this.#readOne()) return false;
    } while (this.#takes('AND'));
    return true;
  }

  #readOne(): boolean {
    if (this.#takes('(')) return this.readAll() && this.#takes(')');
    const first = this.#next();
    return isWord(first, 'BEGINS_WITH') ? this.#readBeginning() : this.#readComparison(first);
  }

  #readBeginning(): boolean {
    if (!this.#takes('(')) return false;
    const path = this.#next();
    if (!this.#takes(',')) return false;
    return this.#add(path, 'BEGINS_WITH', [this.#next()]) && this.#takes(')');
  }

  #readComparison(first: Token | undefined): boolean {
    if (this.#takes('BETWEEN')) {
      const low = this.#next();
      return this.#takes('AND') && this.#add(first, 'BETWEEN', [low, this.#next()]);
    }
    const operator = flipped[this.#tokens[this.#at]?.text ?? ''];
    if (operator === undefined) return false;
    const written = this.#next()!.text;
    const second = this.#next();
    return first?.kind === 'value'
      ? this.#add(second, operator, [first])
      : this.#add(first, written, [second]);
  }

  #add(path: Token | undefined, operator: string, values: (Token | undefined)[]): boolean {
    if (path?.kind !== 'word' || !values.every((value) => value?.kind === 'value')) return false;
    this.found.push({ path: path.text, operator, values: values.map((value) => value!.text) });
    return true;
  }
}

/** The comparisons of a key condition; undefined when it is none, which is the engine's to refuse. */
export function comparisonsOf(tokens: readonly Token[]): Comparison[] | undefined {
  const reader = new Reader(tokens);
  return reader.readAll() && reader.isAtEnd ? reader.found : undefined;
}

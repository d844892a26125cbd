const token = /'(?:[^'\\]|\\.)*'|[A-Za-z_$][\w$.]*|-?\d+(?:\.\d+)?|[{}[\]<>():;|?,=&]|\S/g;

export class Reader {
  readonly #tokens: string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '').match(token) ?? [];
  }

  get isDone(): boolean {
    return this.#at >= this.#tokens.length;
  }

  peek(ahead = 0): string {
    return this.#tokens[this.#at + ahead] ?? '';
  }

  next(): string {
    const text = this.peek();
    this.#at += 1;
    return text;
  }

  skip(text: string): boolean {
    if (this.peek() !== text) return false;
    this.#at += 1;
    return true;
  }

  expect(text: string): void {
    const found = this.next();
    if (found !== text) throw new Error(`Stripe's declarations have ${found} where ${text} was expected.`);
  }

  /** Passes over a group in braces, its opening brace included. */
  skipBraces(): void {
    let depth = 0;
    do {
      const text = this.next();
      if (text === '{') depth += 1;
      if (text === '}') depth -= 1;
    } while (depth > 0 && !this.isDone);
  }
}

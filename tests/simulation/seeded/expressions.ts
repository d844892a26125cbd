export type Item = Record<string, unknown>;
type Names = Readonly<Record<string, string>> | undefined;
type Values = Readonly<Record<string, unknown>> | undefined;
type Scope = { item: Item | undefined; names: Names; values: Values };
type Operand = (scope: Scope) => unknown;
type Condition = (scope: Scope) => boolean;

const typeOf = (value: unknown): string => {
  if (value === null) return 'NULL';
  if (value instanceof Set) return [...value].every((each) => typeof each === 'number') ? 'NS' : 'SS';
  if (Array.isArray(value)) return 'L';
  return ({ string: 'S', number: 'N', boolean: 'BOOL' } as Record<string, string>)[typeof value] ?? 'M';
};

const sizeOf = (value: unknown): number | undefined => {
  if (value instanceof Set) return value.size;
  if (typeof value === 'string') return Buffer.byteLength(value);
  return Array.isArray(value) ? value.length : undefined;
};

function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || typeof a !== 'object') return false;
  return JSON.stringify(a) === JSON.stringify(b);
}

function compare(a: unknown, sign: string, b: unknown): boolean {
  if (sign === '=') return a !== undefined && isEqual(a, b);
  if (sign === '<>') return !isEqual(a, b);
  // Values of different types, or missing ones, cannot be compared.
  if (typeof a !== typeof b || (typeof a !== 'string' && typeof a !== 'number')) return false;
  const [x, y] = [a, b as typeof a];
  return sign === '<' ? x < y : sign === '<=' ? x <= y : sign === '>' ? x > y : x >= y;
}

const tokenPattern = /\s*(<=|>=|<>|[=<>(),+-]|[#:]?\w+)/y;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  const end = text.trimEnd().length;
  while (tokenPattern.lastIndex < end) {
    const at = tokenPattern.lastIndex;
    const token = tokenPattern.exec(text)?.[1];
    if (token === undefined) throw new Error(`not understood: ${text.slice(at)}`);
    tokens.push(token);
  }
  return tokens;
}

class Parser {
  private readonly tokens: string[];
  private at = 0;

  constructor(text: string) {
    this.tokens = tokensOf(text);
  }
  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }
  take(...wanted: string[]): string | null {
    const token = this.tokens[this.at];
    if (token === undefined || !wanted.includes(token)) return null;
    this.at++;
    return token;
  }
  need(...wanted: string[]): string {
    const token = this.take(...wanted);
    if (token === null) throw new Error(`${wanted} expected before ${this.tokens.slice(this.at)}`);
    return token;
  }
  word(): string {
    const token = this.tokens[this.at++];
    if (token === undefined || !/^[#:]?\w+$/.test(token)) throw new Error(`no word: ${token}`);
    return token;
  }
  list<T>(read: () => T): T[] {
    const all = [read()];
    while (this.take(',')) all.push(read());
    return all;
  }

  /** The attribute that a word stands for. */
  path(): (scope: Scope) => string {
    const word = this.word();
    if (!word.startsWith('#')) return () => word;
    return ({ names }) => {
      const name = names?.[word];
      if (name === undefined) throw new Error(`${word} has no name`);
      return name;
    };
  }
  operand(): Operand {
    if (this.take('size')) {
      this.need('(');
      const inner = this.operand();
      this.need(')');
      return (scope) => sizeOf(inner(scope));
    }
    if (this.take('if_not_exists')) {
      this.need('(');
      const path = this.path();
      this.need(',');
      const other = this.operand();
      this.need(')');
      return (scope) => scope.item?.[path(scope)] ?? other(scope);
    }
    const next = this.tokens[this.at];
    if (next?.startsWith(':')) {
      this.at++;
      return ({ values }) => {
        if (!values || !(next in values)) throw new Error(`${next} has no value`);
        return values[next];
      };
    }
    const path = this.path();
    return (scope) => scope.item?.[path(scope)];
  }

  condition(): Condition {
    let left = this.and();
    while (this.take('OR')) {
      const [a, b] = [left, this.and()];
      left = (scope) => a(scope) || b(scope);
    }
    return left;
  }
  private and(): Condition {
    let left = this.single();
    while (this.take('AND')) {
      const [a, b] = [left, this.single()];
      left = (scope) => a(scope) && b(scope);
    }
    return left;
  }
  private single(): Condition {
    if (this.take('NOT')) {
      const inner = this.single();
      return (scope) => !inner(scope);
    }
    if (this.take('(')) {
      const inner = this.condition();
      this.need(')');
      return inner;
    }
    const name = this.take(
      'attribute_exists',
      'attribute_not_exists',
      'attribute_type',
      'begins_with',
      'contains',
    );
    return name ? this.test(name) : this.comparison();
  }
  private test(name: string): Condition {
    this.need('(');
    const [first, second] = this.list(() => this.operand());
    this.need(')');
    const value = (scope: Scope) => first!(scope);
    const other = (scope: Scope) => second!(scope);
    switch (name) {
      case 'attribute_exists':
        return (scope) => value(scope) !== undefined;
      case 'attribute_not_exists':
        return (scope) => value(scope) === undefined;
      case 'attribute_type':
        return (scope) => {
          const found = value(scope);
          // The name of a type is an expression value, too, not a literal.
          return found !== undefined && typeOf(found) === other(scope);
        };
      case 'begins_with':
        return (scope) => String(value(scope) ?? '').startsWith(String(other(scope)));
      default:
        return (scope) => {
          const found = value(scope);
          if (found instanceof Set) return found.has(other(scope));
          return typeof found === 'string' && found.includes(String(other(scope)));
        };
    }
  }
  private comparison(): Condition {
    const left = this.operand();
    if (this.take('IN')) {
      this.need('(');
      const all = this.list(() => this.operand());
      this.need(')');
      return (scope) => all.some((one) => compare(left(scope), '=', one(scope)));
    }
    if (this.take('BETWEEN')) {
      const low = this.operand();
      this.need('AND');
      const high = this.operand();
      return (scope) => compare(left(scope), '>=', low(scope)) && compare(left(scope), '<=', high(scope));
    }
    const sign = this.need('=', '<>', '<', '<=', '>', '>=');
    const right = this.operand();
    return (scope) => compare(left(scope), sign, right(scope));
  }
}

type Change = (scope: Scope, next: Item) => void;

function setClause(parser: Parser): Change {
  const path = parser.path();
  parser.need('=');
  const first = parser.operand();
  const sign = parser.take('+', '-');
  const second = sign ? parser.operand() : null;
  return (scope, next) => {
    const value = first(scope);
    next[path(scope)] = second ? Number(value) + (sign === '+' ? 1 : -1) * Number(second(scope)) : value;
  };
}

function addClause(parser: Parser, isAdding: boolean): Change {
  const path = parser.path();
  const operand = parser.operand();
  return (scope, next) => {
    const name = path(scope);
    const [before, by] = [scope.item?.[name], operand(scope)];
    if (typeof by === 'number') {
      next[name] = Number(before ?? 0) + by;
      return;
    }
    const set = new Set(before as Set<unknown> | undefined);
    for (const each of by as Set<unknown>) isAdding ? set.add(each) : set.delete(each);
    if (set.size > 0) next[name] = set;
    else delete next[name];
  };
}

function removeClause(parser: Parser): Change {
  const path = parser.path();
  return (scope, next) => {
    delete next[path(scope)];
  };
}

function parseUpdate(text: string): Change {
  const parser = new Parser(text);
  const changes: Change[] = [];
  while (!parser.isAtEnd) {
    const clause = parser.need('SET', 'REMOVE', 'ADD', 'DELETE');
    const read = () =>
      clause === 'SET'
        ? setClause(parser)
        : clause === 'REMOVE'
          ? removeClause(parser)
          : addClause(parser, clause === 'ADD');
    changes.push(...parser.list(read));
  }
  return (scope, next) => {
    for (const change of changes) change(scope, next);
  };
}

function parseCondition(text: string): Condition {
  const parser = new Parser(text);
  const condition = parser.condition();
  if (!parser.isAtEnd) throw new Error(`more than a condition: ${text}`);
  return condition;
}

const remember = <T>(parse: (text: string) => T) => {
  const known = new Map<string, T>();
  return (text: string): T => {
    const parsed = known.get(text) ?? parse(text);
    known.set(text, parsed);
    return parsed;
  };
};

/** A condition or key condition of DynamoDB as a function. */
export const conditionOf = remember(parseCondition);
/** An update expression as a function that changes a copy (`next`) of the item. */
export const updateOf = remember(parseUpdate);

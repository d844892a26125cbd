/** An EventBridge pattern or Lambda filter: lists of accepted values at the leaves. */
export type EventPattern = { [key: string]: EventPattern | readonly Matcher[] };
type Matcher = string | number | boolean | null | Readonly<Record<string, unknown>>;

const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '=': (value, bound) => value === bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

function matchesNumeric(value: unknown, tests: readonly unknown[]): boolean {
  if (typeof value !== 'number') return false;
  for (let index = 0; index < tests.length; index += 2) {
    const compare = comparisons[String(tests[index])];
    if (!compare?.(value, Number(tests[index + 1]))) return false;
  }
  return true;
}

function matchesText(
  value: unknown,
  test: unknown,
  compare: (text: string, part: string) => boolean,
): boolean {
  if (typeof value !== 'string') return false;
  if (typeof test === 'object' && test !== null && 'equals-ignore-case' in test) {
    return compare(value.toLowerCase(), String(test['equals-ignore-case']).toLowerCase());
  }
  return compare(value, String(test));
}

function matchesWildcard(text: string, pattern: string): boolean {
  const source = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${source.join('.*')}$`, 's').test(text);
}

const operators: Readonly<Record<string, (value: unknown, test: unknown) => boolean>> = {
  exists: (value, test) => (value !== undefined) === test,
  prefix: (value, test) => matchesText(value, test, (text, part) => text.startsWith(part)),
  suffix: (value, test) => matchesText(value, test, (text, part) => text.endsWith(part)),
  'equals-ignore-case': (value, test) =>
    matchesText(value, test, (text, other) => text.toLowerCase() === other.toLowerCase()),
  wildcard: (value, test) => matchesText(value, test, matchesWildcard),
  numeric: (value, test) => Array.isArray(test) && matchesNumeric(value, test),
  'anything-but': (value, test) => {
    if (value === undefined) return false;
    const excluded = Array.isArray(test) ? test : [test];
    return !excluded.some((matcher) => matchesLeaf(value, matcher as Matcher));
  },
};

function matchesLeaf(value: unknown, matcher: Matcher): boolean {
  if (typeof matcher !== 'object' || matcher === null) return value === matcher;
  return Object.entries(matcher).every(([name, test]) => operators[name]?.(value, test) ?? false);
}

/**
 * Whether an event fits a pattern: every key of the pattern must fit, a list fits when one of its matchers does, an array
 * in the event when one of its elements does, `$or` when one of its patterns does. An unknown operator fits nothing.
 */
export function matchesPattern(event: unknown, pattern: EventPattern): boolean {
  const fields = (typeof event === 'object' && event !== null ? event : {}) as Readonly<
    Record<string, unknown>
  >;
  return Object.entries(pattern).every(([key, expected]) => {
    if (key === '$or')
      return (expected as readonly EventPattern[]).some((option) => matchesPattern(event, option));
    const value = fields[key];
    if (!Array.isArray(expected)) return matchesPattern(value, expected as EventPattern);
    const values = Array.isArray(value) && value.length > 0 ? value : [value];
    return values.some((one) =>
      (expected as readonly Matcher[]).some((matcher) => matchesLeaf(one, matcher)),
    );
  });
}

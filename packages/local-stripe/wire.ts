type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** A refusal as Stripe words it: the HTTP status and what the body's `error` holds. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly details: { code?: string; param?: string };

  constructor(status: number, type: ErrorType, message: string, details: StripeFailure['details'] = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }
}

/** A 400 about the request; `param` is the parameter's name as it was sent, "items[0][price]". */
export function badRequest(message: string, param?: string, code?: string): StripeFailure {
  return new StripeFailure(400, 'invalid_request_error', message, {
    ...(code && { code }),
    ...(param && { param }),
  });
}

/** "No such price: 'price_1'". Stripe answers 404 for an id in the path and 400 for one in a parameter. */
export function noSuch(kind: string, id: string, param = 'id'): StripeFailure {
  const words = kind.split('.').at(-1)?.replaceAll('_', ' ') ?? kind;
  return new StripeFailure(param === 'id' ? 404 : 400, 'invalid_request_error', `No such ${words}: '${id}'`, {
    code: 'resource_missing',
    param,
  });
}

/** What a form can say: texts, and groups of them by name. Lists are groups named 0, 1, 2 … */
export type FormValue = string | FormGroup;
export type FormGroup = { [name: string]: FormValue };

const maxDepth = 8;

function segmentsOf(key: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  if (!match) throw badRequest(`Invalid parameter name: ${key}`, key);
  const segments = [
    match[1] ?? '',
    ...[...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((one) => one[1] ?? ''),
  ];
  if (segments.length > maxDepth) throw badRequest(`Invalid parameter name: ${key}`, key);
  return segments;
}

/**
 * Reads `a[b][0][c]=v&expand[]=x` as Stripe does. The groups have no prototype: a parameter named `__proto__` is only
 * a name. Throws a 400 for names that are no names and for a name used both as a text and as a group.
 */
export function parseForm(pairs: Iterable<[string, string]>): FormGroup {
  const root: FormGroup = Object.create(null) as FormGroup;
  for (const [key, value] of pairs) {
    const segments = segmentsOf(key);
    let group = root;
    segments.forEach((segment, index) => {
      const name = segment === '' ? String(Object.keys(group).length) : segment;
      if (index === segments.length - 1) {
        if (typeof group[name] === 'object') throw badRequest(`Invalid object: ${key}`, key);
        group[name] = value;
        return;
      }
      const next = group[name] ?? (Object.create(null) as FormGroup);
      if (typeof next === 'string') throw badRequest(`Invalid object: ${key}`, key);
      group[name] = next;
      group = next;
    });
  }
  return root;
}

/** Reads one parameter; `name` is what errors call it. */
export type Reader<T> = { read(value: FormValue, name: string): T; isRequired?: boolean };
type Read<R> = R extends Reader<infer T> ? T : never;
type IsRequired<R> = R extends { isRequired: true } ? true : false;

/** What a group of readers gives: the required ones always, the others when they were sent. */
export type Parameters<S> = {
  [K in keyof S as IsRequired<S[K]> extends true ? K : never]: Read<S[K]>;
} & {
  [K in keyof S as IsRequired<S[K]> extends true ? never : K]?: Read<S[K]>;
};
export type Shape = Readonly<Record<string, Reader<unknown>>>;

const reader = <T>(read: (value: FormValue, name: string) => T): Reader<T> => ({ read });

function plain(value: FormValue, name: string): string {
  if (typeof value === 'string') return value;
  throw badRequest(`Invalid string: ${JSON.stringify(value)}`, name);
}

export const text: Reader<string> = reader((value, name) => {
  const said = plain(value, name);
  if (said === '') {
    const words = `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`;
    throw badRequest(words, name, 'parameter_invalid_empty');
  }
  return said;
});

export const email: Reader<string> = reader((value, name) => {
  const said = text.read(value, name);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(said))
    throw badRequest(`Invalid email address: ${said}`, name, 'email_invalid');
  return said;
});

export const address: Reader<string> = reader((value, name) => {
  const said = text.read(value, name);
  const isAddress = URL.canParse(said.replaceAll('{CHECKOUT_SESSION_ID}', 'id')) && /^https?:/.test(said);
  if (!isAddress) throw badRequest('Not a valid URL', name, 'url_invalid');
  return said;
});

/** A whole number that is not negative: amounts are in cents. */
export const whole: Reader<number> = reader((value, name) => {
  const said = plain(value, name);
  if (!/^\d{1,15}$/.test(said))
    throw badRequest(`Invalid integer: ${said}`, name, 'parameter_invalid_integer');
  return Number(said);
});

export const flag: Reader<boolean> = reader((value, name) => {
  const said = plain(value, name);
  if (said !== 'true' && said !== 'false') throw badRequest(`Invalid boolean: ${said}`, name);
  return said === 'true';
});

export function choice<const T extends string>(...values: T[]): Reader<T> {
  return reader((value, name) => {
    const said = plain(value, name);
    if ((values as string[]).includes(said)) return said as T;
    throw badRequest(`Invalid ${name}: must be one of ${values.join(', ')}`, name);
  });
}

/** Texts by name, as a new object carries them. */
export const metadata: Reader<Record<string, string>> = reader((value, name) => {
  if (typeof value === 'string') throw badRequest('Invalid object', name);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one, `${name}[${key}]`)]));
});

export function list<T>(one: Reader<T>): Reader<T[]> {
  return reader((value, name) => {
    if (value === '') return [];
    if (typeof value === 'string') throw badRequest('Invalid array', name);
    const entries = Object.entries(value).sort(([a], [b]) => Number(a) - Number(b));
    return entries.map(([index, inner]) => {
      if (!/^\d+$/.test(index)) throw badRequest('Invalid array', name);
      return one.read(inner, `${name}[${index}]`);
    });
  });
}

/** A list of exactly one: Stripe takes several, this server models one. */
export function only<T>(one: Reader<T>): Reader<T> {
  return reader((value, name) => {
    const [first, ...more] = list(one).read(value, name);
    if (first === undefined) throw badRequest(`Missing required param: ${name}.`, name, 'parameter_missing');
    if (more.length > 0) throw badRequest(`This local server models one entry of ${name}.`, `${name}[1]`);
    return first;
  });
}

export function required<T>(inner: Reader<T>): Reader<T> & { isRequired: true } {
  return { read: inner.read, isRequired: true };
}

/** Everything a request sent, read by its shape. Parameters that the shape does not name are refused by name. */
export function readParameters<S extends Shape>(shape: S, sent: FormGroup, prefix = ''): Parameters<S> {
  const nameOf = (key: string) => (prefix === '' ? key : `${prefix}[${key}]`);
  for (const key of Object.keys(sent)) {
    if (Object.hasOwn(shape, key)) continue;
    throw badRequest(`Received unknown parameter: ${nameOf(key)}`, nameOf(key), 'parameter_unknown');
  }
  const result: Record<string, unknown> = {};
  for (const [key, { read, isRequired }] of Object.entries(shape)) {
    const value = sent[key];
    if (value !== undefined) result[key] = read(value, nameOf(key));
    else if (isRequired)
      throw badRequest(`Missing required param: ${nameOf(key)}.`, nameOf(key), 'parameter_missing');
  }
  return result as Parameters<S>;
}

export function group<S extends Shape>(shape: S): Reader<Parameters<S>> {
  return reader((value, name) => {
    if (typeof value === 'string') throw badRequest('Invalid object', name);
    return readParameters(shape, value, name);
  });
}

/**
 * Types the names of a shape: only what Stripe's own parameters know can be modelled here, so that a typing error cannot
 * become a parameter.
 */
export const shapeOf =
  <P>() =>
  <S extends { readonly [K in keyof S]: K extends keyof P ? Reader<unknown> : never }>(shape: S): S =>
    shape;

/** Cursor and size of a page, as every list takes them. */
export const paging = { limit: whole, starting_after: text };

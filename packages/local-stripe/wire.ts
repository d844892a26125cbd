import type Stripe from 'stripe';

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export type FailureDetails = {
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
};

/** A refusal as Stripe words it: the HTTP status and what the body's `error` holds. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly details: FailureDetails;
  /** Whether what was done before stays: a declined charge is on the books, a wrong parameter never happened. */
  keepsWork = false;

  constructor(status: number, type: ErrorType, message: string, details: FailureDetails = {}) {
    super(message);
    this.name = 'StripeFailure';
    this.status = status;
    this.type = type;
    this.details = details;
  }

  keepingWork(): this {
    this.keepsWork = true;
    return this;
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

/** What real Stripe can do and this server cannot: said instead of pretended. */
export function notModelled(what: string, param?: string): StripeFailure {
  return badRequest(`This local server does not model ${what}.`, param);
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

/** Reads one parameter; `name` is what errors call it. An empty text clears a value, which readers give as null. */
export type Reader<T> = { read(value: FormValue, name: string): T; isRequired?: boolean };
type Read<R> = R extends Reader<infer T> ? T : never;
type IsRequired<R> = R extends { isRequired: true } ? true : false;

/** What a group of readers gives: the required ones always, the others when they were sent. */
export type Parameters<S> = {
  [K in keyof S as IsRequired<S[K]> extends true ? K : never]: Read<S[K]>;
} & {
  [K in keyof S as IsRequired<S[K]> extends true ? never : K]?: Read<S[K]>;
};
type Shape = Readonly<Record<string, Reader<unknown>>>;

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
  if (said.length > 5000)
    throw badRequest(`Invalid string: ${said.slice(0, 20)}…; must be at most 5000 characters`, name);
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

export const whole: Reader<number> = reader((value, name) => {
  const said = plain(value, name);
  if (!/^-?\d{1,15}$/.test(said))
    throw badRequest(`Invalid integer: ${said}`, name, 'parameter_invalid_integer');
  return Number(said);
});

/** An amount in the currency's smallest unit: whole and not negative. */
export const amount: Reader<number> = reader((value, name) => {
  const cents = whole.read(value, name);
  if (cents < 0 || cents > 99_999_999)
    throw badRequest('This value must be greater than or equal to 0.', name, 'parameter_invalid_integer');
  return cents;
});

export const decimal: Reader<number> = reader((value, name) => {
  const said = Number(plain(value, name));
  if (!Number.isFinite(said)) throw badRequest(`Invalid decimal: ${plain(value, name)}`, name);
  return said;
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

/** Metadata as sent: '' as a value takes its key away, '' as a whole takes all away. */
export const metadata: Reader<Record<string, string>> = reader((value, name) => {
  if (typeof value === 'string') {
    if (value === '') return { '': '' };
    throw badRequest(`Invalid object`, name);
  }
  const entries = Object.entries(value).map(([key, one]) => {
    if (key.length > 40) throw badRequest(`Metadata keys can have up to 40 characters.`, `${name}[${key}]`);
    const said = plain(one, `${name}[${key}]`);
    if (said.length > 500)
      throw badRequest('Metadata values can have up to 500 characters.', `${name}[${key}]`);
    return [key, said] as const;
  });
  if (entries.length > 50) throw badRequest('Metadata can have up to 50 keys.', name);
  return Object.fromEntries(entries);
});

/** Metadata after a change, by the rules of `metadata`. */
export function mergeMetadata(
  before: Record<string, string> | null,
  sent: Record<string, string> = {},
): Record<string, string> {
  const merged = sent[''] === '' ? {} : { ...before, ...sent };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}

/** What an update changes: the fields that were sent, with metadata joined to what the object has. */
export const withMetadata = <T extends { metadata?: Record<string, string> | undefined }>(
  { metadata: before }: { metadata: Record<string, string> | null },
  { metadata, ...fields }: T,
) => ({ ...fields, metadata: mergeMetadata(before, metadata) });

export function clearable<T>(inner: Reader<T>): Reader<T | null> {
  return reader((value, name) => (value === '' ? null : inner.read(value, name)));
}

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

export function required<T>(inner: Reader<T>): Reader<T> & { isRequired: true } {
  return { read: inner.read, isRequired: true };
}

function readGroup<S extends Shape>(shape: S, sent: FormGroup, prefix: string): Parameters<S> {
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
    return readGroup(shape, value, name);
  });
}

/** Everything a request sent, read by its shape. Parameters that the shape does not name are refused by name. */
export function readParameters<S extends Shape>(shape: S, sent: FormGroup): Parameters<S> {
  return readGroup(shape, sent, '');
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

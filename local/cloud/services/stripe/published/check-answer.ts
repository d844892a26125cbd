import { readFileSync } from 'node:fs';
import { type Declarations, readDeclarations, type Type } from './declarations.ts';

/** Where the package declares each object: the file below `resources`, and the name in it. */
const places: Readonly<Record<string, readonly [file: string, name: string]>> = {
  'billing_portal.configuration': ['BillingPortal/Configurations', 'Configuration'],
  'billing_portal.session': ['BillingPortal/Sessions', 'Session'],
  charge: ['Charges', 'Charge'],
  'checkout.session': ['Checkout/Sessions', 'Session'],
  coupon: ['Coupons', 'Coupon'],
  customer: ['Customers', 'Customer'],
  discount: ['Discounts', 'Discount'],
  dispute: ['Disputes', 'Dispute'],
  invoice: ['Invoices', 'Invoice'],
  invoice_payment: ['InvoicePayments', 'InvoicePayment'],
  invoiceitem: ['InvoiceItems', 'InvoiceItem'],
  item: ['LineItems', 'LineItem'],
  line_item: ['InvoiceLineItems', 'InvoiceLineItem'],
  payment_intent: ['PaymentIntents', 'PaymentIntent'],
  payment_method: ['PaymentMethods', 'PaymentMethod'],
  plan: ['Plans', 'Plan'],
  price: ['Prices', 'Price'],
  product: ['Products', 'Product'],
  promotion_code: ['PromotionCodes', 'PromotionCode'],
  refund: ['Refunds', 'Refund'],
  subscription: ['Subscriptions', 'Subscription'],
  subscription_item: ['SubscriptionItems', 'SubscriptionItem'],
};

const resources = new URL('./resources/', import.meta.resolve('stripe'));
const files = new Map<string, Declarations>();

function declarationsOf(file: string): Declarations {
  const known = files.get(file);
  if (known) return known;
  const read = readDeclarations(readFileSync(new URL(`${file}.d.ts`, resources), 'utf8'));
  files.set(file, read);
  return read;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What several files share. */
const shared = '../shared';

/** Where a type's names are looked up: its file, and the namespaces that it stands in. */
type Scope = { file: string; path: string };

type Found = { type: Type; scope: Scope } | undefined;
const lookedUp = new Map<string, Found>();

function lookUp(scope: Scope, name: string): Found {
  const key = `${scope.file} ${scope.path} ${name}`;
  if (!lookedUp.has(key)) lookedUp.set(key, search(scope, name));
  return lookedUp.get(key);
}

function search({ file, path }: Scope, name: string): Found {
  const declared = declarationsOf(file);
  for (let outer = path; ; outer = outer.slice(0, Math.max(0, outer.lastIndexOf('.')))) {
    const full = outer === '' ? name : `${outer}.${name}`;
    const type = declared.get(full);
    if (type) return { type, scope: { file, path: full } };
    if (outer === '') return undefined;
  }
}

const builtIn: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  undefined: (value) => value === undefined,
  void: (value) => value === undefined,
  // A decimal travels as a text.
  Decimal: (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  // What Stripe may add one day is nothing that this server may say today.
  OtherString: () => false,
};

function fitsName(
  value: unknown,
  type: Extract<Type, { kind: 'name' }>,
  scope: Scope,
  at: string,
): string | null {
  const { name, of } = type;
  if (name === 'Array' && of)
    return Array.isArray(value) ? firstOf(value, of, scope, at) : `${at} is no list`;
  if (name === 'ApiList' && of) {
    if (!isPlain(value) || value.object !== 'list' || !Array.isArray(value.data))
      return `${at} is no list of Stripe's`;
    if (typeof value.has_more !== 'boolean' || typeof value.url !== 'string')
      return `${at} lacks has_more or url`;
    return firstOf(value.data, of, scope, `${at}.data`);
  }
  const simple = builtIn[name];
  if (simple) return simple(value) ? null : `${at} is no ${name}`;
  const local = lookUp(scope, name) ?? lookUp({ file: shared, path: '' }, name);
  if (local) return misfit(value, local.type, local.scope, at);
  // An object of another file: it says itself what it is.
  return isPlain(value) && typeof value.object === 'string'
    ? misfitOfObject(value, at)
    : `${at} is no ${name}`;
}

function firstOf(values: readonly unknown[], type: Type, scope: Scope, at: string): string | null {
  for (const [index, value] of values.entries()) {
    const found = misfit(value, type, scope, `${at}[${index}]`);
    if (found) return found;
  }
  return null;
}

function fitsObject(
  value: unknown,
  type: Extract<Type, { kind: 'object' }>,
  scope: Scope,
  at: string,
): string | null {
  if (!isPlain(value)) return `${at} is no object`;
  for (const [name, field] of type.fields) {
    const held = value[name];
    if (held === undefined && field.isOptional) continue;
    if (held === undefined) return `${at} lacks ${name}`;
    const found = misfit(held, field.type, scope, `${at}.${name}`);
    if (found) return found;
  }
  for (const name of Object.keys(value)) {
    if (type.fields.has(name)) continue;
    if (!type.index) return `${at} has ${name}, which Stripe does not know`;
    const found = misfit(value[name], type.index, scope, `${at}.${name}`);
    if (found) return found;
  }
  return null;
}

function misfit(value: unknown, type: Type, scope: Scope, at: string): string | null {
  if (type.kind === 'literal') return value === type.value ? null : `${at} is not ${type.value}`;
  if (type.kind === 'object') return fitsObject(value, type, scope, at);
  if (type.kind === 'name') return fitsName(value, type, scope, at);
  const found = type.types.map((one) => misfit(value, one, scope, at));
  if (found.includes(null)) return null;
  // The most telling reason is the one that went deepest.
  return found.reduce<string>((best, one) => ((one ?? '').length > best.length ? (one ?? '') : best), '');
}

function misfitOfObject(value: Record<string, unknown>, at: string): string | null {
  const kind = String(value.object);
  if (value.deleted === true) {
    const extra = Object.keys(value).filter((name) => !['id', 'object', 'deleted'].includes(name));
    return extra.length > 0 ? `${at} is deleted and still has ${extra.join(', ')}` : null;
  }
  if (kind === 'list')
    return Array.isArray(value.data) ? firstObject(value.data, `${at}.data`) : `${at}.data is no list`;
  if (kind === 'event') {
    const { data } = value;
    return isPlain(data) && isPlain(data.object)
      ? misfitOfObject(data.object, `${at}.data.object`)
      : `${at} has no object`;
  }
  const place = places[kind];
  if (!place) return `${at} is a ${kind}, which is not looked up`;
  const [file, name] = place;
  const type = declarationsOf(file).get(name);
  if (!type) return `${at}: the package declares no ${name}`;
  return misfit(value, type, { file, path: name }, at);
}

function firstObject(values: readonly unknown[], at: string): string | null {
  for (const [index, value] of values.entries()) {
    const found = isPlain(value) ? misfitOfObject(value, `${at}[${index}]`) : `${at}[${index}] is no object`;
    if (found) return found;
  }
  return null;
}

/** Why an answer is none that Stripe could give, or null: too much, too little, or of another type. */
export function whyUnlikeStripe(answer: unknown): string | null {
  return isPlain(answer) ? misfitOfObject(answer, String(answer.object)) : 'the answer is no object';
}

/** Throws when an answer is none that Stripe could give: this server must not teach what is not so. */
export function checkAnswer(answer: unknown): void {
  const why = whyUnlikeStripe(answer);
  if (why)
    throw new Error(`The embedded Stripe was about to answer something that Stripe would not: ${why}.`);
}

import type { ObjectStore } from '../object-store.ts';
import type { FormGroup } from './form-body.ts';
import { list, text } from './parameters.ts';
import { badRequest } from './stripe-failure.ts';

/** Fields that an object only carries when they are asked for, by "kind.field". */
export type Includable = (kind: string, field: string, id: string) => unknown;

const maxLevels = 4;
type Plain = Record<string, unknown>;
const isObject = (value: unknown): value is Plain => typeof value === 'object' && value !== null;

function cannotExpand(path: string): Error {
  return badRequest(`This property cannot be expanded (${path}).`, 'expand');
}

function expandAt(
  store: ObjectStore,
  include: Includable,
  holder: unknown,
  path: string[],
  whole: string,
): void {
  if (Array.isArray(holder)) {
    for (const one of holder) expandAt(store, include, one, path, whole);
    return;
  }
  const [field = '', ...rest] = path;
  if (!isObject(holder)) throw cannotExpand(whole);
  if (holder[field] === undefined) {
    const included = include(String(holder.object), field, String(holder.id));
    if (included === undefined) throw cannotExpand(whole);
    holder[field] = included;
  }
  const value = holder[field];
  if (value === null) return;
  if (typeof value === 'string') {
    const found = store.byId(value);
    if (!found) throw cannotExpand(whole);
    holder[field] = found;
  } else if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    holder[field] = value.map((id) => store.byId(id) ?? id);
  } else if (!isObject(value)) throw cannotExpand(whole);
  if (rest.length > 0) expandAt(store, include, holder[field], rest, whole);
}

/** Replaces ids in an answer by their objects: `latest_invoice.payments.data.payment.payment_intent`, `data.customer`. */
export function expand(
  store: ObjectStore,
  include: Includable,
  answer: object,
  paths: readonly string[],
): object {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const segments = path.split('.');
    if (segments.filter((segment) => segment !== 'data').length > maxLevels) {
      throw badRequest(`You cannot expand more than ${maxLevels} levels of a property.`, 'expand');
    }
    expandAt(store, include, copy, segments, path);
  }
  return copy;
}

/** Takes `expand[]` out of what was sent. */
export function takeExpand(sent: FormGroup): string[] {
  const { expand: asked } = sent;
  delete sent.expand;
  return asked === undefined ? [] : list(text).read(asked, 'expand');
}

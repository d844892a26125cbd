import { badRequest } from './stripe-failure.ts';

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

import type { Kind, Kinds, PageRequest } from '../object-store.ts';
import type { World } from '../world.ts';
import type { FormGroup } from './form-body.ts';
import { type Parameters, type Reader, readParameters } from './parameters.ts';

type Shape = Readonly<Record<string, Reader<unknown>>>;

/** One call of the API: reads what was sent, does its work, gives the answer. Runs within one transaction. */
export type Route = (world: World, sent: FormGroup, id: string) => object;
/** Routes by "POST /v1/customers/{id}". */
export type Routes = Readonly<Record<string, Route>>;

/** A route with its parameters; `id` is the path's, empty where it has none. */
export function route<S extends Shape>(
  shape: S,
  run: (world: World, input: Parameters<S>, id: string) => object,
): Route {
  return (world, sent, id) => run(world, readParameters(shape, sent), id);
}

/** A page of a kind's objects, newest first, as every list answers. */
export function listPage<K extends Kind>(
  world: World,
  kind: K,
  url: string,
  request: PageRequest,
  fits: (object: Kinds[K]) => boolean = () => true,
  customer?: string,
): object {
  const { data, hasMore } = world.store.page(kind, request, fits, customer);
  return { object: 'list', data, has_more: hasMore, url };
}

/** Whether an object has every value of these that was asked for. */
export const hasAll = <T extends object>(
  object: T,
  asked: { [Field in keyof T]?: T[Field] | undefined },
): boolean =>
  Object.entries(asked).every(([name, value]) => value === undefined || object[name as keyof T] === value);

/** Reads one object by its id. */
export const retrieve = (kind: Kind): Route => route({}, (world, _, id) => world.store.get(kind, id));

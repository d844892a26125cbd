import * as z from 'zod/mini';
import { limits } from '#core/payments/plan.ts';
import { isUnseen } from '#core/shared.ts';
import { changes, documented, rows } from '../route.ts';
import { carFilters } from './car-parts.ts';
import { huntFields, lockedCar, wireCar } from './cars.ts';

/** The name of a list or saved search: one line with at least one visible character. */
export const ownName = documented(
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(limits.nameLength),
    z.regex(/^\P{Cc}*$/u, 'must be one line'),
    z.refine((name) => !isUnseen(name), 'must be seen'),
  ),
  { pattern: '^[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$' },
);
const created = z.object({ id: z.string() });

const isFilter = (filters: Record<string, string>) =>
  Object.keys(filters).every((key) => Object.hasOwn(carFilters.shape, key)) &&
  carFilters.safeParse(filters).success;

/** The filters of a saved search, as in the address (`carFilters` reads them). */
export const listFilters = documented(
  z
    .record(z.string().check(z.maxLength(20)), z.string().check(z.maxLength(2000)))
    .check(z.refine(isFilter, 'must be filters of the list')),
  {},
  carFilters,
);

const savedSearch = z.object({
  id: z.string(),
  /** Null if it has no name; the app then names it by its filters. */
  name: z.nullable(z.string()),
  filters: z.record(z.string(), z.string()),
  created_at: z.string(),
});

const carList = z.object({
  id: z.string(),
  name: z.string(),
  count: z.number(),
  created_at: z.string(),
  /** Whether the requested car is on it; null if none was requested. */
  has_car: z.nullable(z.boolean()),
  /** Null without a link for a partner. `has_partner`: somebody accepted it. */
  shared: z.nullable(z.object({ since: z.string(), has_partner: z.boolean() })),
});

const words = z.nullable(z.object(huntFields));

/** A list that two people share, as either sees it: they differ in `is_owner`, and `mine` and `partner` change places. */
const sharedList = z.object({
  name: z.string(),
  is_owner: z.boolean(),
  has_partner: z.boolean(),
  /** The notes of each on the car; null for both if the car is locked for either. */
  cars: z.array(z.object({ car: z.union([wireCar, lockedCar]), mine: words, partner: words })),
  /** Cars of the owner's own pages, which are shown to nobody else. */
  left_out: z.number(),
});
export type SharedListWire = z.infer<typeof sharedList>;

export const collectionRoutes = rows('searches', {
  'GET /api/lists': {
    name: 'list-lists',
    auth: 'user',
    needs: ['table:read'],
    summary: 'The caller’s lists of cars, newest first. With `car`, whether each holds it.',
    query: z.object({ car: z.optional(z.string().check(z.maxLength(128))) }),
    response: z.object({
      lists: z.array(carList),
      /** Lists that others share with the caller; `name` is null once they do not any more. */
      shared_with_me: z.array(z.object({ owner: z.string(), id: z.string(), name: z.nullable(z.string()) })),
    }),
  },
  'POST /api/lists': {
    name: 'create-list',
    auth: 'user',
    needs: ['table:write'],
    summary: 'Make a list.',
    body: z.object({ name: ownName }),
    response: created,
    status: 201,
  },
  'PUT /api/lists/{id}': {
    name: 'change-list',
    ...changes,
    summary: 'Rename a list; one that was deleted within a day comes back with its cars (undo).',
    body: z.object({ name: ownName }),
  },
  'DELETE /api/lists/{id}': {
    name: 'delete-list',
    ...changes,
    summary: 'Delete a list.',
  },
  'PUT /api/lists/{id}/cars/{carId}': {
    name: 'add-to-list',
    ...changes,
    summary: 'Put a car on a list.',
  },
  'DELETE /api/lists/{id}/cars/{carId}': {
    name: 'remove-from-list',
    ...changes,
    summary: 'Take a car off a list.',
  },
  'PUT /api/lists/{id}/share': {
    name: 'share-list',
    auth: 'user',
    needs: ['table:write'],
    summary:
      'A new link by which one other person may read a list and what the caller keeps about its cars; the link before and its partner are shut out.',
    response: z.object({ secret: z.string() }),
  },
  'PUT /api/shared-lists/{owner}/{list}': {
    name: 'join-list',
    ...changes,
    summary:
      'Accept the link to a list; only one person can. What each keeps about its cars is shown to the other.',
    body: z.object({ secret: z.string().check(z.maxLength(100)) }),
  },
  'GET /api/shared-lists/{owner}/{list}': {
    name: 'read-shared-list',
    auth: 'user',
    needs: ['table:read'],
    memoryMb: 512,
    summary:
      'A shared list for its owner and the partner, with no more of its cars than the plans of both show, and what both keep about them.',
    response: sharedList,
  },
  'DELETE /api/shared-lists/{owner}/{list}': {
    name: 'end-sharing',
    ...changes,
    summary:
      'The owner takes the link back, or the partner leaves the list: the link leads nowhere from then on.',
  },
  'GET /api/saved-searches': {
    name: 'list-saved-searches',
    auth: 'user',
    needs: ['table:read'],
    summary: 'The caller’s saved searches, newest first.',
    response: z.object({ searches: z.array(savedSearch) }),
  },
  'POST /api/saved-searches': {
    name: 'save-search',
    auth: 'user',
    needs: ['table:write'],
    summary: 'Keep filters of the list, under a name or without one.',
    body: z.object({ name: z.nullable(ownName), filters: listFilters }),
    response: created,
    status: 201,
  },
  'PUT /api/saved-searches/{id}': {
    name: 'change-saved-search',
    ...changes,
    summary: 'Rename a saved search; one that was deleted within a day comes back (undo).',
    body: z.object({ name: z.nullable(ownName) }),
  },
  'DELETE /api/saved-searches/{id}': {
    name: 'delete-saved-search',
    ...changes,
    summary: 'Delete a saved search.',
  },
});

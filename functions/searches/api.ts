import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { hasEnded } from '#core/accounts/cookies.ts';
import { joinsPerPerson } from '#core/accounts/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import { limits, searchLimit } from '#core/payments/plan.ts';
import { inPanelOrder, isRunning, runningCount } from '#core/searches/automated-search.ts';
import { atomOf, type FeedFormat, feedFormats, feedPath, jsonFeedOf } from '#core/searches/feed.ts';
import { ownNameOf } from '#core/searches/search-title.ts';
import { takePermit } from '#functions/accounts/limits.ts';
import { getPlan, readEnded } from '#functions/accounts/store.ts';
import { hashOfSecret } from '#functions/accounts/token-store.ts';
import { readExtendToken } from '#functions/alerts/channels.ts';
import { markedId, readViewer, requireCar } from '#functions/cars/read-car.ts';
import { addToList, heldIds, placesOf, removeFromList } from '#functions/cars/store.ts';
import { endpoint } from '#functions/endpoint.ts';
import { hasTag, Reply, Unchanged } from '#functions/platform/answers.ts';
import { requireSelf, unauthenticated } from '#functions/platform/caller.ts';
import { clock } from '#functions/platform/clock.ts';
import { env } from '#functions/platform/settings.ts';
import {
  browserSearch,
  chooseOfSearch,
  extendSearch,
  filterSearch,
  linkSearch,
  readSearchLimit,
  requireRule,
  showSearches,
  startSearch,
} from './change-searches.ts';
import {
  addCollection,
  type CollectionKind,
  type CollectionResult,
  changeCollection,
  deleteCollection,
  getCollection,
  listCollections,
} from './collection-store.ts';
import { makeFeed, readFeed } from './feeds.ts';
import { replayRule } from './replay-rule.ts';
import { endSharing, joinList, keepShare, listSharedWith } from './share-store.ts';
import { readSharedList } from './shared-list.ts';
import { cancelSearch, getSearch, listSearches } from './store.ts';

export const cancelSubscriptionRoute = endpoint(
  'DELETE /api/subscriptions/{id}',
  async ({ params }, caller) => {
    if (!(await cancelSearch(caller.id, params.id)))
      throw new Failure(404, 'not_found', 'This automated search no longer exists.');
    return { ok: true };
  },
);

export const createSubscriptionRoute = endpoint('POST /api/subscriptions', async ({ body }, caller) => {
  const { searchUrl, filters, name, browserIntervalMinutes: minutes, rule } = body;
  const now = clock.now();
  if ((searchUrl === undefined) === (filters === undefined))
    throw new Failure(400, 'invalid_input', 'Give either a link or filters of the list.');
  if (filters && minutes !== undefined)
    throw new Failure(400, 'invalid_input', 'A browser reads links only.', {
      field: 'browserIntervalMinutes',
    });
  const ofLink = () =>
    minutes === undefined ? linkSearch(searchUrl!) : browserSearch(searchUrl!, minutes, name);
  const wanted = filters ? filterSearch(filters, name, now) : ofLink();
  const plan = await getPlan(caller.id);
  requireRule(rule, plan, now);
  const limit = searchLimit(plan, now);
  const chosen = { ...wanted, ...(rule && { rule }) };
  const { search, isNew } = await startSearch({ userId: caller.id, ...chosen, limit, now });
  const [subscription] = await showSearches(caller.id, [search], now);
  return new Reply({ subscription: subscription! }, { status: isNew ? 201 : 200 });
});

export const listSubscriptionsRoute = endpoint(
  'GET /api/subscriptions/{id}',
  async ({ params, query }, caller) => {
    requireSelf(caller, params.id);
    const now = clock.now();
    const [searches, limit] = await Promise.all([listSearches(caller.id), readSearchLimit(caller.id, now)]);
    const subscriptions = await showSearches(caller.id, inPanelOrder(searches, now), now, query.language);
    return { subscriptions, limit, used: runningCount(searches, now) };
  },
);

export const prolongSubscriptionRoute = endpoint(
  'PUT /api/subscriptions/{id}/prolong',
  async ({ params }, caller) => {
    const now = clock.now();
    const limit = await readSearchLimit(caller.id, now);
    const search = await extendSearch({ userId: caller.id, id: params.id, limit, now });
    const [subscription] = await showSearches(caller.id, [search], now);
    return { subscription: subscription! };
  },
);

/** The holder of the link is who was told of the end, signed in or not. */
export const extendSearchRoute = endpoint('POST /api/extend-search', async ({ query }) => {
  const link = await readExtendToken(query.token);
  const search = link && (await getSearch(link.userId, link.searchId));
  if (!search) throw new Failure(404, 'not_found', 'This link is not one of ours.');
  const now = clock.now();
  if (search.endTime !== link.endTime || !isRunning(search, now))
    return { is_extended: false, end_time: search.endTime };
  const limit = await readSearchLimit(link.userId, now);
  const extended = await extendSearch({ userId: link.userId, id: search.id, limit, now });
  return { is_extended: true, end_time: extended.endTime };
});

export const renameSubscriptionRoute = endpoint(
  'PUT /api/subscriptions/{id}',
  async ({ params, body }, caller) => {
    const { name, rule } = body;
    const now = clock.now();
    if (rule) requireRule(rule, await getPlan(caller.id), now);
    const chosen = { ...(name !== undefined && { name }), ...(rule && { rule }) };
    const search = await chooseOfSearch(caller.id, params.id, chosen);
    const [subscription] = await showSearches(caller.id, [search], now);
    return { subscription: subscription! };
  },
);

export const createFeedRoute = endpoint('POST /api/subscriptions/{id}/feed', async ({ params }, caller) => {
  // Read anew: within the minute for which admission remembers it, an ended session could make an address that outlives it.
  if (hasEnded(caller.session, await readEnded(caller.id))) throw unauthenticated();
  const now = clock.now();
  const { search, secret } = await makeFeed(caller.id, params.id, now);
  const [subscription] = await showSearches(caller.id, [search], now);
  const addressOf = (format: FeedFormat) =>
    env('PUBLIC_ORIGIN') + feedPath({ owner: caller.id, search: search.id, secret }, format);
  return { subscription: subscription!, atom: addressOf('atom'), json: addressOf('json') };
});

export const endFeedRoute = endpoint('DELETE /api/subscriptions/{id}/feed', async ({ params }, caller) => {
  const search = await chooseOfSearch(caller.id, params.id, { feed: null });
  const [subscription] = await showSearches(caller.id, [search], clock.now());
  return { subscription: subscription! };
});

export const readFeedRoute = endpoint(
  'GET /feed/{owner}/{search}/{secret}/{format}',
  async ({ params: { format: asked, ...address } }, _, { headers }) => {
    const format = feedFormats.find((each) => each === asked);
    const feed = format && (await readFeed(address, format, clock.now()));
    if (!feed) throw new Failure(404, 'not_found', 'There is no such feed.');
    const text = format === 'json' ? jsonFeedOf(feed) : atomOf(feed);
    const tag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    const about = { 'x-robots-tag': 'noindex' };
    if (hasTag(headers['if-none-match'], tag)) return new Unchanged(tag, about);
    return new Reply(text, {
      tag,
      headers: about,
      ...(format === 'json' && { content: 'application/feed+json' as const }),
    });
  },
);

export const replayRuleRoute = endpoint('POST /api/subscriptions/replay', async ({ body }, caller) => {
  const { id, filters, rule, language = 'en' } = body;
  if ((id === undefined) === (filters === undefined))
    throw new Failure(400, 'invalid_input', 'Give either a search or filters of the list.');
  const now = clock.now();
  requireRule(rule, await getPlan(caller.id), now);
  const search = id === undefined ? filterSearch(filters!, undefined, now) : await getSearch(caller.id, id);
  if (!search) throw new Failure(404, 'not_found', 'This automated search no longer exists.');
  return replayRule(caller.id, search, { rule, language, now });
});

const absent = { list: 'There is no such list.', savedSearch: 'There is no such saved search.' };

const noSuch = (of: CollectionKind): Failure => new Failure(404, 'not_found', absent[of]);

function noRoom(of: CollectionKind): Failure {
  return of === 'list'
    ? new Failure(403, 'too_many_lists', `You can have up to ${limits.lists} lists.`)
    : new Failure(
        403,
        'too_many_saved_searches',
        `You can have up to ${limits.savedSearches} saved searches.`,
      );
}

/** @throws Failure 404, 403 */
function requireDone(of: CollectionKind, result: CollectionResult): void {
  if (result === 'absent') throw noSuch(of);
  if (result === 'full') throw noRoom(of);
}

/** Makes room in a full list; false where none of its cars was forgotten. */
async function dropForgotten(userId: string, id: string): Promise<boolean> {
  const places = await placesOf([...((await getCollection(userId, 'list', id))?.carIds ?? [])]);
  const forgotten = [...places.keys()].filter((carId) => places.get(carId) === null);
  return forgotten.length > 0 && removeFromList(userId, id, forgotten);
}

export const addToListRoute = endpoint('PUT /api/lists/{id}/cars/{carId}', async ({ params }, caller) => {
  const { car } = await requireCar(params.carId, caller, readViewer(caller));
  const list = car.formerIds.length > 0 ? await getCollection(caller.id, 'list', params.id) : null;
  // It is already on the list under a former id.
  if (list && car.formerIds.some((id) => list.carIds.has(id))) return { ok: true };
  let result = await addToList(caller.id, params.id, car.id);
  if (result === 'full' && (await dropForgotten(caller.id, params.id)))
    result = await addToList(caller.id, params.id, car.id);
  if (result === 'absent') throw noSuch('list');
  if (result === 'full')
    throw new Failure(403, 'list_full', `A list holds up to ${limits.carsPerList} cars.`);
  return { ok: true };
});

export const changeListRoute = endpoint('PUT /api/lists/{id}', async ({ params, body }, caller) => {
  requireDone('list', await changeCollection(caller.id, 'list', params.id, body.name, clock.now()));
  return { ok: true };
});

export const changeSavedSearchRoute = endpoint(
  'PUT /api/saved-searches/{id}',
  async ({ params, body }, caller) => {
    requireDone(
      'savedSearch',
      await changeCollection(caller.id, 'savedSearch', params.id, body.name ?? '', clock.now()),
    );
    return { ok: true };
  },
);

export const createListRoute = endpoint('POST /api/lists', async ({ body }, caller) => {
  const id = randomUUID();
  const createdAt = clock.now().toISOString();
  requireDone('list', await addCollection(caller.id, 'list', { id, name: body.name, createdAt }));
  return { id };
});

export const deleteListRoute = endpoint('DELETE /api/lists/{id}', async ({ params }, caller) => {
  if (!(await deleteCollection(caller.id, 'list', params.id, clock.now()))) throw noSuch('list');
  return { ok: true };
});

export const deleteSavedSearchRoute = endpoint(
  'DELETE /api/saved-searches/{id}',
  async ({ params }, caller) => {
    if (!(await deleteCollection(caller.id, 'savedSearch', params.id, clock.now())))
      throw noSuch('savedSearch');
    return { ok: true };
  },
);

/** Up to this many cars, merged ones are counted once and forgotten ones not at all; for more that is not checked. */
const mostLookedUp = 1000;

const placesIn = (lists: readonly { carIds: ReadonlySet<string> }[]) =>
  placesOf([...new Set(lists.flatMap(({ carIds }) => [...carIds]))].slice(0, mostLookedUp));

const countIn = (carIds: ReadonlySet<string>, places: ReadonlyMap<string, string | null>): number =>
  new Set([...carIds].map((id) => (places.has(id) ? places.get(id) : id)).filter((id) => id !== null)).size;

export const listListsRoute = endpoint('GET /api/lists', async ({ query }, caller) => {
  const asked = query.car;
  const [lists, shared, carId] = await Promise.all([
    listCollections(caller.id, 'list'),
    listSharedWith(caller.id),
    asked === undefined ? null : markedId(asked, caller),
  ]);
  const [places, ids] = await Promise.all([placesIn(lists), carId === null ? [] : heldIds(carId)]);
  return {
    lists: lists.map(({ id, name, createdAt, carIds, sharedSince, partnerId }) => ({
      id,
      name,
      count: countIn(carIds, places),
      created_at: createdAt,
      has_car: asked === undefined ? null : ids.some((each) => carIds.has(each)),
      shared: sharedSince === null ? null : { since: sharedSince, has_partner: partnerId !== null },
    })),
    shared_with_me: shared.map(({ list, ...rest }) => ({ ...rest, id: list })),
  };
});

/** The same for a wrong secret, a link that was taken back and an owner who is gone. */
const notShared = (): Failure => new Failure(404, 'not_found', 'This list is not shared with you.');

export const shareListRoute = endpoint('PUT /api/lists/{id}/share', async ({ params }, caller) => {
  // As for the address of a feed.
  if (hasEnded(caller.session, await readEnded(caller.id))) throw unauthenticated();
  const secret = randomBytes(32).toString('base64url');
  const share = { hash: hashOfSecret(secret).toString('base64url'), at: clock.now().toISOString() };
  if (!(await keepShare({ owner: caller.id, list: params.id }, share))) throw noSuch('list');
  return { secret };
});

export const joinListRoute = endpoint(
  'PUT /api/shared-lists/{owner}/{list}',
  async ({ params, body }, caller) => {
    await takePermit(joinsPerPerson, caller.id);
    const hash = hashOfSecret(body.secret).toString('base64url');
    if (!(await joinList(caller.id, params, { hash, at: clock.now().toISOString() }))) throw notShared();
    return { ok: true };
  },
);

export const readSharedListRoute = endpoint(
  'GET /api/shared-lists/{owner}/{list}',
  async ({ params }, caller) => {
    const list = await readSharedList(params, caller);
    if (!list) throw notShared();
    return list;
  },
);

export const endSharingRoute = endpoint(
  'DELETE /api/shared-lists/{owner}/{list}',
  async ({ params }, caller) => {
    await endSharing(caller.id, params);
    return { ok: true };
  },
);

export const listSavedSearchesRoute = endpoint('GET /api/saved-searches', async (_input, caller) => {
  const searches = await listCollections(caller.id, 'savedSearch');
  return {
    searches: searches.map(({ id, name, filters, createdAt }) => ({
      id,
      name: ownNameOf({ name: name || null, href: `/?${new URLSearchParams(filters)}` }),
      filters,
      created_at: createdAt,
    })),
  };
});

export const removeFromListRoute = endpoint(
  'DELETE /api/lists/{id}/cars/{carId}',
  async ({ params }, caller) => {
    // As when a star is removed (functions/cars/api.ts).
    const carId = (await markedId(params.carId, caller)) ?? params.carId;
    if (!(await removeFromList(caller.id, params.id, await heldIds(carId)))) throw noSuch('list');
    return { ok: true };
  },
);

export const saveSearchRoute = endpoint('POST /api/saved-searches', async ({ body }, caller) => {
  const id = randomUUID();
  const createdAt = clock.now().toISOString();
  const fields = { id, createdAt, name: body.name ?? '', filters: body.filters };
  requireDone('savedSearch', await addCollection(caller.id, 'savedSearch', fields));
  return { id };
});

import * as z from 'zod/mini';
import { avoidedLength, mostAvoided } from '#core/catalog/card-query.ts';
import { documented, done, rows } from '#core/contract/route.ts';
import { browserInterval } from '#core/imports/own-page.ts';
import { languages } from '#core/shared.ts';
import { listFilters, ownName } from './collections.ts';
import { importFailureClasses } from './imports.ts';

const userId = z.optional(z.string().check(z.maxLength(128)));

export const searchRun = z.object({
  at: z.string(),
  status: z.enum(['completed', 'failed']),
  /** Cars that the link showed; for a search by filters, all cars that match now. */
  cars_found: z.number(),
  /** Those of them that the search had not shown before. */
  cars_new: z.number(),
  failure: z.nullable(z.enum(importFailureClasses)),
});

/** What its owner's browser saw of a search that only it reads. */
const browserWatch = z.object({
  /** How often its owner wants it read. */
  interval_minutes: z.number(),
  /** Null: not since it is remembered. */
  last_seen_at: z.nullable(z.string()),
  times_seen: z.number(),
  /** What the last page changed, in cars; null before a second page could be compared with a first. */
  last_found: z.nullable(
    z.object({ new: z.number(), dropped: z.number(), back: z.number(), gone: z.number() }),
  ),
});

/** A fall by more than half is a corrected figure and no price drop. */
const percentOfDrop = z.int().check(z.gte(1), z.lte(50));
const percentBelow = z.int().check(z.gte(5), z.lte(50));

/** Which news of its cars an automated search tells. */
export const tellRule = z.object({
  new_cars: z.boolean(),
  /** Cars that are amazing deals, and those that become so. */
  amazing: z.boolean(),
  /** By at least so many kroner, or by at least so many percent; by any if neither is given. Null: none is told. */
  price_drop: z.nullable(
    z.object({
      least_dkk: z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))),
      least_percent: z.nullable(percentOfDrop),
    }),
  ),
  /** Cars that stood there before and now fit the search, because their price or mileage changed. */
  entered: z.boolean(),
  /** Cars at least so many percent below the market; for readers who may see estimates. Null: none are told for that. */
  below_market_percent: z.nullable(percentBelow),
  /** Cars that are sold or gone. */
  gone: z.boolean(),
  /** Nothing is told of cars that have one of these words, as the list's filter `avoid` reads them. */
  avoid: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(avoidedLength))).check(z.maxLength(mostAvoided)),
  ),
});
export type TellRuleWire = z.infer<typeof tellRule>;

/** An automated search (docs/spec.md, section 3: web subscription). */
export const webSubscription = z.object({
  id: z.string(),
  /** `browser`: only its owner's browser reads it, and nobody else visits it. */
  kind: z.enum(['link', 'list', 'browser']),
  /** The marketplace's address, or that of our list, "/?brand=Skoda". */
  search_url: z.string(),
  /** Its name, or its filters in the reader's language: "VW Golf, up to 100.000 kr.". */
  title: z.string(),
  /** The name that its owner gave it; null if none. */
  name: z.nullable(z.string()),
  start_time: z.string(),
  end_time: z.string(),
  /** 1, or more while there are more searches than the marketplace can be asked politely. */
  interval_hours: z.number(),
  /** `paused`: the marketplace refused it several times; extending it resumes it. */
  status: z.enum(['active', 'paused', 'expired']),
  /** Null while it is paused or expired. */
  next_run: z.nullable(z.string()),
  last_run: z.nullable(searchRun),
  paused_for: z.nullable(z.enum(importFailureClasses)),
  /** Null unless its owner's browser reads it. */
  browser: z.nullable(browserWatch),
  rule: tellRule,
  /** When the address of its feed was made; null if it has none. */
  feed_since: z.nullable(z.string()),
});
export type WebSubscriptionWire = z.infer<typeof webSubscription>;

export const subscriptionRoutes = rows('searches', {
  'POST /api/subscriptions': {
    name: 'create-subscription',
    refuses: [409],
    orStatus: 200,
    auth: 'user',
    scopes: ['follow'],
    needs: ['table:write'],
    summary:
      'Repeat a marketplace search every hour for a week, look for new cars of the list by its filters, or watch a search in one’s own browser; the same again answers the one that runs.',
    body: documented(
      z.object({
        searchUrl: z.optional(z.string().check(z.maxLength(4096))),
        /** Filters of our list, instead of a link. */
        filters: z.optional(listFilters),
        /** With a link: the caller's own browser reads it, this often, and sends its pages. Nobody else visits it. */
        browserIntervalMinutes: z.optional(
          z.int().check(z.gte(browserInterval.least), z.lte(browserInterval.most)),
        ),
        /** Its name; without one, its filters are shown. */
        name: z.optional(ownName),
        /** What it tells; without it as usual, and of a search that runs as before. */
        rule: z.optional(tellRule),
        userId,
      }),
      {
        oneOf: [
          { required: ['searchUrl'], not: { required: ['filters'] } },
          {
            required: ['filters'],
            not: { anyOf: [{ required: ['searchUrl'] }, { required: ['browserIntervalMinutes'] }] },
            properties: { filters: { minProperties: 1 } },
          },
        ],
      },
    ),
    response: z.object({ subscription: webSubscription }),
    status: 201,
  },
  'POST /api/subscriptions/replay': {
    name: 'replay-rule',
    refuses: [404],
    auth: 'user',
    // Reads all cars of thirty days; writes only how often it was asked.
    rate: 'replaying',
    needs: ['table:write'],
    memoryMb: 1024,
    timeoutSeconds: 29,
    summary:
      'What a rule would have told in the last thirty days, of an automated search of the caller or of filters of the list. Without premium, a car that was an amazing deal then counts as any other.',
    body: z.object({
      /** An automated search. */
      id: z.optional(z.string().check(z.maxLength(200))),
      /** Filters of our list, instead. */
      filters: z.optional(listFilters),
      rule: tellRule,
      language: z.optional(z.enum(languages)),
    }),
    response: z.object({
      /** How often it would have told something. */
      count: z.number(),
      /** Since when all that the rule asks for was watched, at most thirty days. */
      watched_since: z.string(),
      /** False where more cars fit than are looked at, or the search is paused: then it is at least `count`. */
      is_complete: z.boolean(),
      /** The newest. */
      examples: z.array(
        z.object({
          kind: z.enum(['new_cars', 'amazing_deal', 'price_drop', 'below_market', 'car_gone']),
          car_id: z.string(),
          title: z.string(),
          /** Its heaviest finding, as a sentence without its full stop. */
          warning: z.nullable(z.string()),
          at: z.string(),
          price: z.number(),
          from_price: z.nullable(z.number()),
        }),
      ),
    }),
  },
  'GET /api/subscriptions/{id}': {
    name: 'list-subscriptions',
    auth: 'user',
    scopes: ['read', 'follow'],
    needs: ['table:read', 'token-use:write'],
    summary: 'The automated searches of the user {id}, running ones first.',
    query: z.object({ language: z.optional(z.enum(languages)) }),
    response: z.object({
      subscriptions: z.array(webSubscription),
      /** How many may run at once on the caller’s plan, and how many do. */
      limit: z.number(),
      used: z.number(),
    }),
  },
  'PUT /api/subscriptions/{id}': {
    name: 'rename-subscription',
    refuses: [409],
    auth: 'user',
    needs: ['table:write'],
    summary:
      'Give an automated search a name of its own (null: it is called by its filters again), or choose what it tells.',
    body: z.object({ name: z.optional(z.nullable(ownName)), rule: z.optional(tellRule), userId }),
    response: z.object({ subscription: webSubscription }),
  },
  'PUT /api/subscriptions/{id}/prolong': {
    name: 'prolong-subscription',
    refuses: [409],
    auth: 'user',
    needs: ['table:write'],
    summary: 'Let an automated search end seven days from now; a paused or expired one runs again.',
    body: z.object({ userId }),
    response: z.object({ subscription: webSubscription }),
  },
  'POST /api/extend-search': {
    name: 'extend-search',
    refuses: [404, 409],
    auth: 'public',
    needs: ['table:write', 'push-secret:read'],
    summary:
      'The link of the alert that a search ends: lets it end seven days from now, once. `is_extended`: false where it ends at another time by now, or has ended.',
    query: z.object({ token: z.string().check(z.maxLength(600)) }),
    response: z.object({ is_extended: z.boolean(), end_time: z.string() }),
  },
  'DELETE /api/subscriptions/{id}': {
    name: 'cancel-subscription',
    auth: 'user',
    scopes: ['follow'],
    needs: ['table:write'],
    summary: 'Cancel an automated search.',
    query: z.object({ userId }),
    response: done,
  },
  'POST /api/subscriptions/{id}/feed': {
    name: 'create-feed',
    refuses: [409],
    auth: 'user',
    needs: ['table:write'],
    summary:
      'A new address for the feed of an automated search that we repeat; the one before ends. It is answered once and cannot be read again.',
    body: z.object({ userId }),
    response: z.object({
      subscription: webSubscription,
      /** The same finds in two formats. */
      atom: z.string(),
      json: z.string(),
    }),
    status: 201,
  },
  'DELETE /api/subscriptions/{id}/feed': {
    name: 'end-feed',
    refuses: [409],
    auth: 'user',
    needs: ['table:write'],
    summary: 'End the feed of an automated search: its address is answered 404 from now on.',
    query: z.object({ userId }),
    response: z.object({ subscription: webSubscription }),
  },
  'GET /feed/{owner}/{search}/{secret}/{format}': {
    name: 'read-feed',
    auth: 'public',
    needs: ['table:read'],
    summary:
      'The finds of an automated search, for programs that read feeds: Atom, or JSON Feed at …/json. Whoever has its address reads it, as an anonymous visitor.',
    response: z.string(),
    content: 'application/atom+xml',
    anonymousCacheSeconds: 900,
    isForOneReader: true,
    tagged: true,
  },
});

import * as z from 'zod/mini';
import { leftOutReasons } from '#core/imports/listings.ts';
import { pageFailureClasses } from '#core/marketplaces/marketplace.ts';
import { marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { failureCodes } from '../../failure.ts';
import { changes, queryInteger, rows } from '../route.ts';

const link = z.string().check(z.maxLength(4096));
const userId = z.optional(z.string().check(z.maxLength(128)));

export const stages = ['queued', 'scraping', 'ocr', 'tjekbil', 'completed', 'failed'] as const;
export type Stage = (typeof stages)[number];

/** Why an import ended without cars: the page's failure (`PageFailureClass`), `empty` (a success), or an internal error. */
export const importFailureClasses = [...pageFailureClasses, 'empty', 'internal'] as const;
export type ImportFailureClass = (typeof importFailureClasses)[number];

/** The row scrape_status of docs/spec.md, section 3, with the fields of the progress line. */
export const scrapeStatus = z.object({
  jobId: z.string(),
  source: z.enum(marketplaceIds),
  status: z.enum(stages),
  /** 10, 25, 50, 75 or 100. */
  percent: z.number(),
  carsFound: z.number(),
  carsDone: z.number(),
  carsFailed: z.number(),
  failure: z.nullable(z.enum(importFailureClasses)),
  startedAt: z.string(),
  updatedAt: z.string(),
});
export type ScrapeStatusWire = z.infer<typeof scrapeStatus>;

export const historyEntry = z.object({
  id: z.string(),
  search_url: z.string(),
  status: z.enum(['started', 'completed', 'failed']),
  scraped_at: z.string(),
  cars_added_count: z.number(),
  /** Ads of cars that were read; null while it runs, and in rows older than this count. */
  ads_read_count: z.nullable(z.number()),
  /** Ads that were left out, by reason, the most frequent first. `titles`: some of their titles, if known. */
  left_out: z.array(
    z.object({ reason: z.enum(leftOutReasons), count: z.number(), titles: z.array(z.string()) }),
  ),
  /** English sentence for users of the API; the web app translates `error_code`. */
  error_message: z.nullable(z.string()),
  error_code: z.nullable(z.enum([...importFailureClasses, 'other'])),
  scrape_type: z.enum(['manual', 'automatic', 'page']),
});
export type HistoryEntryWire = z.infer<typeof historyEntry>;

const page = z.optional(queryInteger(1, 99_999));
const pageSize = z.optional(queryInteger(1, 100));

export const importRoutes = rows('imports', {
  'POST /scrape': {
    rate: 'importing',
    name: 'start-import',
    refuses: [409],
    auth: 'user',
    needs: ['table:write', 'scrape-queue:send'],
    summary: 'Import the cars behind a marketplace link. `Prefer: wait=20` waits for carsAdded.',
    body: z.object({ url: link, userId }),
    response: z.object({
      id: z.string(),
      jobId: z.string(),
      status: z.enum(stages),
      carsAdded: z.number(),
    }),
    status: 202,
  },
  'POST /api/imports/page': {
    rate: 'importing',
    name: 'import-page',
    refuses: [409, 415, 422],
    auth: 'user',
    scopes: ['pages'],
    needs: ['table:write', 'rate-queue:send', 'identify-queue:send', 'notify-queue:send', 'users:read'],
    summary:
      'Import a search or item page saved from the caller’s own browser, or read there by the Bilfund button (HTML or GraphQL text, optionally gzipped).',
    // `by=button`: sent by the Bilfund button; all uses within an hour count as one import. `part=1`: the page
    // shows more ads than these, so nothing follows from those that are missing.
    query: z.object({
      url: z.optional(link),
      by: z.optional(z.literal('button')),
      part: z.optional(z.literal('1')),
    }),
    body: 'raw',
    response: z.object({
      id: z.string(),
      jobId: z.string(),
      kind: z.string(),
      carsFound: z.number(),
      rejected: z.array(z.object({ id: z.nullable(z.string()), reason: z.string() })),
    }),
    status: 202,
    memoryMb: 1024,
    // Enough for a page with the most cars (`core/imports/own-page.ts`) on a cold start on a slow day.
    timeoutSeconds: 25,
  },
  'GET /api/scrape-status': {
    name: 'get-scrape-status',
    auth: 'user',
    needs: ['table:read'],
    summary: 'The caller’s running or just finished import, or null.',
    query: z.object({ userId }),
    response: z.object({ status: z.nullable(scrapeStatus) }),
  },
  'DELETE /api/scrape-status': {
    name: 'clear-scrape-status',
    refuses: [409],
    ...changes,
    summary: 'Remove the status of a finished import.',
    query: z.object({ userId }),
  },
  'POST /api/scrape-history': {
    name: 'add-history-entry',
    auth: 'user',
    needs: ['table:write'],
    summary: 'Add a history entry of the caller’s own.',
    body: z.object({
      userId,
      searchUrl: link,
      scrapeType: z.optional(z.literal('manual')),
      status: z.optional(z.literal('started')),
    }),
    response: z.object({ id: z.string() }),
    status: 201,
  },
  'PUT /api/scrape-history/{id}': {
    name: 'update-history-entry',
    auth: 'user',
    needs: ['table:write'],
    summary: 'Finish a history entry of the caller’s own; rows that the pipeline wrote are left as they are.',
    body: z.object({
      userId,
      status: z.enum(['started', 'completed', 'failed']),
      carsAddedCount: z.optional(z.int().check(z.gte(0), z.lte(100_000))),
      errorMessage: z.optional(z.string().check(z.maxLength(1000))),
    }),
    response: historyEntry,
  },
  'GET /api/scrape-history/{id}': {
    name: 'list-history',
    auth: 'user',
    needs: ['table:read'],
    summary: 'The import history of the user {id}, newest first.',
    query: z.object({
      page,
      pageSize,
      scrapeType: z.optional(z.enum(['manual', 'automatic', 'page', 'all'])),
    }),
    response: z.object({ history: z.array(historyEntry), totalCount: z.number() }),
  },
  'GET /api/scrape-history/{id}/stats': {
    name: 'get-history-stats',
    auth: 'user',
    needs: ['table:read'],
    summary: 'Totals of the import history of the user {id}.',
    response: z.object({
      stats: z.object({ totalScrapes: z.number(), totalCarsAdded: z.number(), recentScrapes: z.number() }),
    }),
  },
});

/** An error body: `error` is English and safe to show; the web app translates `code`. */
export const errorBody = z.object({
  error: z.string(),
  code: z.enum(failureCodes),
  details: z.optional(z.record(z.string(), z.unknown())),
});

import { randomBytes } from 'node:crypto';
import { mostUnfinishedImports } from '#core/account/rate-limits.ts';
import { scrapeLimit } from '#core/plan/access.ts';
import { usageMonth } from '#core/plan/usage-period.ts';
import { newHistoryId } from '#functions/_adapters/dynamodb/history.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { type ImportRequest, startImport } from '#functions/_adapters/dynamodb/start-import.ts';
import type { Caller } from '#functions/_runtime/caller.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { rateFactor } from '#functions/_runtime/rate-factor.ts';
import type { RequestInfo } from '#functions/_runtime/route-handler.ts';
import { freeScrapes } from '#functions/_runtime/settings.ts';
import { hashLink } from '#functions/use-cases/searches/hash-link.ts';

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/**
 * Starts (or joins) an import for the caller, charged against the month's limit unless they are premium.
 * @throws Failure 403 limit_reached
 */
export async function beginImport(
  caller: Caller,
  request: RequestInfo,
  link: { href: string; kind: 'scrape' | 'page' },
) {
  const now = clock.now();
  const limit = scrapeLimit(await getPlan(caller.id), now, freeScrapes());
  const key = request.headers['idempotency-key'];
  const ask: ImportRequest = {
    userId: caller.id,
    job: {
      id: random(15),
      kind: link.kind,
      href: link.href,
      linkHash: hashLink(link.href),
      privateTo: link.kind === 'page' ? caller.id : null,
    },
    historyId: newHistoryId(now.getTime(), random(6)),
    scrapeType: link.kind === 'page' ? 'page' : 'manual',
    charge: limit === null ? null : { month: usageMonth(now), limit },
    idempotencyKey: key && /^[\w-]{8,64}$/.test(key) ? key : null,
    mostUnfinished: mostUnfinishedImports * rateFactor(),
    now,
  };
  return startImport(ask);
}

import type { MarketplaceId } from '#core/marketplace/marketplace-id.ts';
import { studyCopy } from '#core/marketplace/page/study-copy.ts';
import type { PageFailure } from '#core/marketplace/page-failure.ts';
import { retryPolicy } from '#core/marketplace/retry-policy.ts';
import { unreadPageKey } from '#core/marketplace/unread-page-key.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';

/** Keeps what can be learnt from a page that was not understood; null where there is nothing or it failed, which costs no import. */
async function keep(source: MarketplaceId, { class: failure, page }: PageFailure): Promise<string | null> {
  if (page === undefined) return null;
  const key = unreadPageKey(source, failure, clock.now());
  try {
    // Brings a client along that hardly any visit needs.
    const { keepUnreadPage } = await import('#functions/_adapters/keep-unread-page.ts');
    await keepUnreadPage(key, studyCopy(page));
    return key;
  } catch (error) {
    log.failure('a page that was not understood could not be kept', error);
    return null;
  }
}

/** Of a page that we read wrongly somebody must hear: the alarm counts it, the log says what was on it and where its copy lies. */
export async function tellOperator(source: MarketplaceId, failure: PageFailure): Promise<void> {
  if (!retryPolicy[failure.class].isAlarm) return;
  countMetric('PagesNotUnderstood', 1);
  const kept = await keep(source, failure);
  log.warn('a page was not understood', { class: failure.class, evidence: failure.evidence, kept });
}

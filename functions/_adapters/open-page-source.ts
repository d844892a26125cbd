import { isReadPlain } from '#core/marketplace/marketplace.ts';
import type { MarketplaceLink } from '#core/marketplace/marketplace-link.ts';
import { marketplaceOf } from '#core/marketplace/marketplaces.ts';
import type { PageSource } from '#core/ports.ts';
import { setting } from '#functions/_runtime/env.ts';
import { replaced } from '#functions/_runtime/services.ts';
import { demoOrigin, sources } from '#functions/_runtime/settings.ts';

const switchedOff = { class: 'closed_to_robots', evidence: 'this marketplace is switched off here' } as const;
/** Of a marketplace that the operator has switched off not one page is asked for, whatever still stands in the queue. */
const refusing: PageSource = {
  search: async () => ({ failure: switchedOff, isEmpty: false }),
  item: async () => ({ failure: switchedOff }),
  close: async () => undefined,
};

/**
 * A visit to the marketplace of a link: the headless browser, imported on first use because it brings a browser along, or
 * plain requests where its pages can be read without one.
 */
export async function openPageSource(link: MarketplaceLink | null): Promise<PageSource> {
  if (replaced.openPageSource) return replaced.openPageSource();
  if (link && !sources().includes(link.source)) return refusing;
  const marketplace = link && marketplaceOf(link.source);
  const pauseSeconds = Number(setting('SCRAPE_PAUSE_SECONDS') ?? 0);
  if (link && marketplace && isReadPlain(marketplace)) {
    const { openPlainPageSource } = await import('./plain-visits/plain-page-source.ts');
    return openPlainPageSource(marketplace, link, {
      agent: `Bilfund/1.0 (+${setting('PUBLIC_ORIGIN') ?? 'https://bilfund.example'}/terms)`,
      pauseSeconds,
    });
  }
  const { openBrowserPageSource } = await import('./browser/browser-page-source.ts');
  return openBrowserPageSource({ demoOrigin: demoOrigin(), pauseSeconds });
}

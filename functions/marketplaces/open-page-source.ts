import type { MarketplaceLink } from '#core/marketplaces/links.ts';
import { isReadPlain, type PageSource } from '#core/marketplaces/marketplace.ts';
import { marketplaceOf } from '#core/marketplaces/marketplaces.ts';
import { replaced } from '#functions/platform/services.ts';
import { demoOrigin, setting, sources } from '#functions/platform/settings.ts';

const switchedOff = { class: 'closed_to_robots', evidence: 'this marketplace is switched off here' } as const;
/** Refuses every page of a marketplace that the operator has switched off, whatever is still queued. */
const refusing: PageSource = {
  search: async () => ({ failure: switchedOff, isEmpty: false }),
  item: async () => ({ failure: switchedOff }),
  close: async () => undefined,
};

/**
 * The page source for a link's marketplace: plain requests where its pages can be read without a browser, else the headless
 * browser, imported on use because of its size.
 */
export async function openPageSource(link: MarketplaceLink | null): Promise<PageSource> {
  if (replaced.openPageSource) return replaced.openPageSource();
  if (link && !sources().includes(link.source)) return refusing;
  const marketplace = link && marketplaceOf(link.source);
  const pauseSeconds = Number(setting('SCRAPE_PAUSE_SECONDS') ?? 0);
  if (link && marketplace && isReadPlain(marketplace)) {
    const { openPlainPageSource } = await import('./plain-visits.ts');
    return openPlainPageSource(marketplace, link, {
      agent: `Bilfund/1.0 (+${setting('PUBLIC_ORIGIN') ?? 'https://bilfund.example'}/terms)`,
      pauseSeconds,
    });
  }
  const { openBrowserPageSource } = await import('./browser-visits.ts');
  return openBrowserPageSource({ demoOrigin: demoOrigin(), pauseSeconds });
}

import { setTimeout as pause } from 'node:timers/promises';
import type { PageSource } from '#core/ports.ts';
import { type MarketplaceBrowserOptions, openMarketplace } from './open-marketplace.ts';
import type { SearchOptions } from './visit-search.ts';

/**
 * The port's headless visit: one browser, opened here and closed by `close`. `search` settings are those of
 * `visitSearch`. Before every item page but the first it rests for `pauseSeconds`, a quarter more or less.
 */
export async function openBrowserPageSource(
  options: MarketplaceBrowserOptions & {
    search?: Omit<SearchOptions, 'onPage'>;
    pauseSeconds?: number;
  } = {},
): Promise<PageSource> {
  const { search, pauseSeconds = 0, ...browserOptions } = options;
  let hasReadItem = false;
  const marketplace = await openMarketplace(browserOptions);
  return {
    search: (href, onBatch) =>
      marketplace.visitSearch(href, {
        ...search,
        onPage: async (page) => {
          await onBatch(page);
          // What stands first here is no measure of what is new.
          return 'more';
        },
      }),
    item: async (href) => {
      if (hasReadItem) await pause(pauseSeconds * 1000 * (0.75 + Math.random() / 2));
      hasReadItem = true;
      const page = await marketplace.visitItem(href);
      const listing = page.listings[0];
      if (listing && !page.failure) return { listing };
      return { failure: page.failure ?? { class: 'layout_changed', evidence: 'the page names no item' } };
    },
    close: () => marketplace.close(),
  };
}

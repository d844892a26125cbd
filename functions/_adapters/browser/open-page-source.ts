import type { PageSource } from '#core/ports.ts';
import { replaced } from '#functions/_runtime/services.ts';
import { demoOrigin } from '#functions/_runtime/settings.ts';

/** A visit to the marketplace: the headless browser. Imported on first use, because it brings a browser along. */
export async function openPageSource(): Promise<PageSource> {
  if (replaced.openPageSource) return replaced.openPageSource();
  const { openBrowserPageSource } = await import('./browser-page-source.ts');
  return openBrowserPageSource({ demoOrigin: demoOrigin() });
}

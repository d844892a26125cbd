import { readAppPage } from '#functions/_adapters/read-objects.ts';

/** A new version of the app reaches these pages within a minute; the assets of the last one stay deployed. */
const freshMs = 60_000;

let page: { text: Promise<string>; readAtMs: number } | undefined;

/** The app's page, read again when it is a minute old. Requests that arrive together share one reading. */
export function getAppPage(): Promise<string> {
  const nowMs = Date.now();
  if (!page || nowMs - page.readAtMs > freshMs) {
    const text = readAppPage();
    const current = { text, readAtMs: nowMs };
    page = current;
    // A reading that failed is not kept.
    text.catch(() => {
      if (page === current) page = undefined;
    });
  }
  return page.text;
}

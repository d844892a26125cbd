import { readAppPage } from '#functions/_adapters/read-objects.ts';
import { keepFresh } from '#functions/_runtime/keep-fresh.ts';

/** The app's page. A new version reaches these pages within a minute; the assets of the last one stay deployed. */
export const getAppPage = keepFresh(60_000, readAppPage);

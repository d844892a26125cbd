import { keepFresh } from '#functions/platform/keep-fresh.ts';
import { readAppPage } from '#functions/platform/objects.ts';

/** The app's page. A new version reaches these pages within a minute; the assets of the last one stay deployed. */
export const getAppPage = keepFresh(60_000, readAppPage);

import { keepFresh } from '#functions/platform/keep-fresh.ts';
import { readAppPage } from '#functions/platform/objects.ts';

/** The app's page. These pages use a new version within a minute; the assets of the last version stay deployed. */
export const getAppPage = keepFresh(60_000, readAppPage);

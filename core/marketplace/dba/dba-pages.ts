import type { OpenedPages } from '#core/marketplace/button/opened-pages.ts';
import { vendPages } from '#core/marketplace/vend/button/vend-pages.ts';
import { dbaSite } from './dba-site.ts';

export const dbaPages: OpenedPages = vendPages(dbaSite);

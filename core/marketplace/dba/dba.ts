import type { PlainMarketplace } from '#core/marketplace/marketplace.ts';
import { vendMarketplace } from '#core/marketplace/vend/vend.ts';
import { dbaSite } from './dba-site.ts';

/** DBA (Den Blå Avis). Its footer forbids systematic collection without written consent: off until an operator has it. */
export const dba: PlainMarketplace = vendMarketplace(dbaSite);

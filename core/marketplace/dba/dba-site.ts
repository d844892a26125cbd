import { marketplaceNames } from '#core/marketplace/marketplace-id.ts';
import type { VendSite } from '#core/marketplace/vend/vend-site.ts';

export const dbaSite: VendSite = {
  id: 'dba',
  name: marketplaceNames.dba,
  host: 'www.dba.dk',
  photoHost: 'images.dbastatic.dk',
  currency: 'DKK',
  kmPerUnit: 1,
  distanceUnit: 'km',
  classesWithoutVat: [8],
};

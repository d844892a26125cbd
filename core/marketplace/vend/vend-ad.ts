import { cleanLine } from '#core/marketplace/ad/text.ts';
import { type VendContext, vendItemAddress } from './vend-site.ts';

/** What every reading of an ad says alike; `behind`: what stands behind its heading. */
export const vendAd = (
  { site, origin }: VendContext,
  id: string,
  heading: string,
  behind: string | null,
) => ({
  source: site.id,
  id,
  itemUrl: vendItemAddress(site, id, origin),
  title: cleanLine([heading, behind].filter(Boolean).join(' '))!,
  oldPrice: null,
  subtitle: null,
  isAmongVehicles: true,
});

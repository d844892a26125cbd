import type { LocalCloud } from 'local-cloud/cloud-options.ts';
import { lentMarketKey } from '#core/valuation/lent-market.ts';

/** Puts a lent market (as it is stored) where the valuation looks for it, and has the valuation learn at once. */
export async function lendMarket(cloud: LocalCloud, market: string): Promise<void> {
  const revalue = cloud.registry.all().find(({ definition }) => definition.name.endsWith('-revalue'));
  const bucket = revalue?.definition.environment.DATA_BUCKET;
  if (!revalue || !bucket) throw new Error('This installation has no valuation.');
  await cloud.objects.put(bucket, lentMarketKey, Buffer.from(market, 'base64'), {
    'content-type': 'application/gzip',
  });
  await revalue.invoke({});
}

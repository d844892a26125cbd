import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { lentMarketKey } from '#core/valuation/lent-market.ts';
import { functionNameOf, homeRegion, type Stage } from '#lib/stage.ts';
import { Refusal } from '../../refusal.ts';
import { requireOutputs } from '../require-outputs.ts';

/** Gives a stage a lent market, and has it learn at once instead of at the next hour. */
export async function storeInStage(stage: Stage, market: Uint8Array): Promise<void> {
  const { DataBucket } = await requireOutputs(stage, ['DataBucket']);
  await new S3Client({ region: homeRegion }).send(
    new PutObjectCommand({
      Bucket: DataBucket,
      Key: lentMarketKey,
      Body: market,
      ContentType: 'application/gzip',
    }),
  );
  await new LambdaClient({ region: homeRegion }).send(
    new InvokeCommand({ FunctionName: functionNameOf(stage, 'revalue'), InvocationType: 'Event' }),
  );
}

/** The same for the installation that `npm start` runs at this address. */
export async function storeLocally(origin: string, market: Uint8Array): Promise<void> {
  const body = JSON.stringify({ market: Buffer.from(market).toString('base64') });
  const answer = await fetch(new URL('/_local/market', origin), { method: 'POST', body }).catch(() => null);
  if (!answer)
    throw new Refusal(`Nothing answers at ${origin}. Run npm start, or name its address: --local URL`);
  if (!answer.ok) throw new Refusal(`${origin} did not take the market: ${await answer.text()}`);
}

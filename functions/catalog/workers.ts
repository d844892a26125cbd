import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { completeChanges } from '#core/cars/stored-car.ts';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { writePartOfSiteMap, writeSiteMap } from '#functions/pages/site-map.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { catalogEngine } from '#functions/platform/settings.ts';
import { indexedCatalog } from './catalog.ts';
import { keepCarIndex } from './keep-car-index.ts';
import { indexChanges } from './opensearch.ts';
import { deleteFormerSnapshots } from './snapshots.ts';
import { writeCatalog } from './write-catalog.ts';

/**
 * Runs four times an hour. Where OpenSearch answers the list no snapshot is written: the catalog may be larger than a
 * function's memory.
 */
export async function writeCatalogWorker(): Promise<void> {
  const index = catalogEngine() === 'opensearch' ? await indexedCatalog() : null;
  if (index) {
    countMetric('CatalogCars', (await index.counts()).total);
    await writePartOfSiteMap();
    await deleteFormerSnapshots(formatNumber, new Date());
    return;
  }
  const { catalog, isWritten } = await writeCatalog();
  if (isWritten) countMetric('CatalogCars', catalog.size);
  await writeSiteMap(catalog);
}

/** Runs four times an hour on a stage with OpenSearch. */
export const keepCarIndexWorker = (): Promise<void> => keepCarIndex();

/** Indexes the cars among the stream records; private cars are left out. */
async function indexRecords(records: readonly DynamoDBRecord[]): Promise<void> {
  const items = records.map(({ dynamodb }) => unmarshall((dynamodb?.NewImage ?? {}) as never));
  const cars = items.filter(({ kind, gsi1pk }) => kind === 'CAR' && gsi1pk !== undefined);
  await indexChanges(completeChanges(cars.map(({ card }) => card as unknown)));
}

/**
 * Indexes a batch together, or one by one if that fails, so that a car that cannot be indexed blocks only those after it.
 */
export async function indexCarsWorker({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  try {
    await indexRecords(Records);
    return { batchItemFailures: [] };
  } catch (error) {
    log.failure('a batch of changed cars was not indexed', error);
  }
  for (const record of Records) {
    try {
      await indexRecords([record]);
    } catch (error) {
      log.failure('a changed car was not indexed', error);
      // The records after this one are delivered again; indexing is idempotent.
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}

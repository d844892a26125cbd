import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { completeChanges } from '#core/cars/stored-car.ts';
import { writeSiteMap } from '#functions/pages/site-map.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { indexChanges } from './opensearch.ts';
import { keepCarIndex, writeCatalog } from './write-catalog.ts';

/** Runs four times an hour. */
export async function writeCatalogWorker(): Promise<void> {
  const { catalog, isWritten } = await writeCatalog();
  if (isWritten) countMetric('CatalogCars', catalog.size);
  await writeSiteMap(catalog);
}

/** Runs four times an hour where the stage has OpenSearch. */
export const keepCarIndexWorker = (): Promise<void> => keepCarIndex();

/** Indexes the cars among the records that stand in the catalog's index of the table: nobody's own. */
async function indexRecords(records: readonly DynamoDBRecord[]): Promise<void> {
  const items = records.map(({ dynamodb }) => unmarshall((dynamodb?.NewImage ?? {}) as never));
  const cars = items.filter(({ kind, gsi1pk }) => kind === 'CAR' && gsi1pk !== undefined);
  await indexChanges(completeChanges(cars.map(({ card }) => card as unknown)));
}

/** All at once; one by one when that fails, so that a car that cannot be indexed keeps only those behind it waiting. */
export async function indexCarsWorker({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  try {
    await indexRecords(Records);
    return { batchItemFailures: [] };
  } catch (error) {
    log.failure('changed cars were not indexed together', error);
  }
  for (const record of Records) {
    try {
      await indexRecords([record]);
    } catch (error) {
      log.failure('a changed car was not indexed', error);
      // What follows comes again with it: an index takes what it has already as often as it comes.
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}

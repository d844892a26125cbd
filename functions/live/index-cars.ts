import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { completeChanges } from '#core/car/stored-car.ts';
import { indexChanges } from '#functions/_adapters/opensearch/index-changes.ts';
import { log } from '#functions/_runtime/log.ts';

/** The cars of the stream that stand in the catalog's index of the table: nobody's own. */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const items = event.Records.map(({ dynamodb }) => unmarshall((dynamodb?.NewImage ?? {}) as never));
  const cars = items.filter(({ kind, gsi1pk }) => kind === 'CAR' && gsi1pk !== undefined);
  try {
    await indexChanges(completeChanges(cars.map(({ card }) => card as unknown)));
    return { batchItemFailures: [] };
  } catch (error) {
    log.failure('changed cars were not indexed', error);
    // All of them come again: an index takes what it has already as often as it comes.
    return { batchItemFailures: [{ itemIdentifier: event.Records[0]?.dynamodb?.SequenceNumber ?? '' }] };
  }
}

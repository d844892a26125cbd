import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Car } from '#core/cars/car.ts';
import { toCard } from '#core/cars/card.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { standInFor } from '#tests/support/stand-in-for.ts';

type Item = { pk: string; version: number; car: Car; source: unknown };

/** Answers the reading of an object as S3 does. */
async function serveObjects(documents: ReadonlyMap<string, Uint8Array>): Promise<{ close(): void }> {
  const server = createServer((request, response) => {
    const bytes = documents.get(decodeURIComponent(request.url!.replace('/data/', '')));
    if (bytes) response.writeHead(200).end(bytes);
    else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    close() {
      delete process.env.AWS_ENDPOINT_URL_S3;
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The catalog and the service's own documents, as far as the hourly revaluation asks for them. */
export async function stageCatalog() {
  Object.assign(process.env, {
    AWS_REGION: 'eu-north-1',
    TABLE_NAME: 'table',
    DATA_BUCKET: 'data',
    CATALOG_BUCKET: 'data',
    LOG_LEVEL: 'error',
  });
  const cars = new Map<string, Item>();
  const documents = new Map<string, Uint8Array>();
  const written: string[] = [];
  const read: string[] = [];
  const table = standInFor(DynamoDBDocumentClient);
  const objects = standInFor(S3Client);

  // All cars stand in the first of the catalog's partitions: which one does not matter here.
  table.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values }) => ({
    Items:
      values[':p'] === 'CAT#00'
        ? [...cars.values()]
            .filter(({ car }) => car.updatedAt >= (values[':since'] ?? ''))
            .map(({ car }) => ({ card: toCard(car) }))
        : [],
  }));
  table.on(BatchGetCommand).callsFake(({ RequestItems }) => ({
    Responses: {
      table: RequestItems.table.Keys.flatMap(({ pk }: { pk: string }) => {
        read.push(pk.slice('CAR#'.length));
        return cars.get(pk) ?? [];
      }),
    },
  }));
  table.on(GetCommand).callsFake(({ Key }) => ({ Item: cars.get(Key.pk) }));
  table.on(PutCommand).callsFake(({ Item, ExpressionAttributeValues }: PutCommandInput) => {
    const item = Item as Item;
    // Whose a plate is: nobody else's here.
    if (!item.car) return {};
    if (cars.get(item.pk)?.version !== ExpressionAttributeValues?.[':seen'])
      throw Object.assign(new Error('outrun'), { name: 'ConditionalCheckFailedException' });
    cars.set(item.pk, item);
    written.push(item.car.id);
    return {};
  });
  objects.on(PutObjectCommand).callsFake(({ Key, Body }) => {
    documents.set(Key, Body);
    return {};
  });
  const server = await serveObjects(documents);

  return {
    documents,
    /** Ids of the cars that were written, in their order. */
    written,
    /** Ids of the cars that were read, in their order. */
    read,
    remove: (id: string) => cars.delete(`CAR#${id}`),
    car: (id: string) => cars.get(`CAR#${id}`)!.car,
    versionOf: (id: string) => cars.get(`CAR#${id}`)!.version,
    put(fields: Car, listing = makeListing({ id: fields.id }), candidate: unknown = null): void {
      const car = { ...fields, updatedAt: new Date().toISOString() };
      const { photos, plate, registerState } = car;
      const source = {
        listing,
        identification: { photos, plate, registerState, candidate, vehicle: null },
        foundBy: 'job',
      };
      const version = (cars.get(`CAR#${car.id}`)?.version ?? 0) + 1;
      cars.set(`CAR#${car.id}`, { pk: `CAR#${car.id}`, version, car, source });
    },
    /** As a version before indexed it. */
    indexInPart(id: string): void {
      const { sources, ...card } = toCard(cars.get(`CAR#${id}`)!.car);
      Object.assign(cars.get(`CAR#${id}`)!, { card });
    },
    close: () => server.close(),
    sourceOf: (id: string) => cars.get(`CAR#${id}`)!.source,
  };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import type { Car } from '#core/cars/car.ts';
import { toCard } from '#core/cars/card.ts';
import { makeListing } from '#tests/support/make-car.ts';

/** What was asked of the cloud. `imitationSeconds`: of processor, that this imitation of it took itself. */
export type Asked = {
  readUnits: number;
  itemsRead: number;
  itemsWritten: number;
  objectBytes: number;
  imitationSeconds: number;
};

/** A strongly consistent read of an item costs one for every 4 KiB begun; a query half of one, of all it returns together. */
const unitBytes = 4096;
/** Of the index a page holds a megabyte. */
const pageCars = 400;
/** Calls that the imitation of the table may keep, as it does for whoever asks what it was called with. */
const callsRemembered = 100;
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
export const processorSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/**
 * The table and the data bucket as the hourly revaluation asks for them, with what it asks counted. Cars are made when they
 * are read, so that a million of them fit: `carOf` gives a car as it was put up, what was written of it is kept.
 */
export class CountedCloud {
  readonly #carOf: (ordinal: number) => Car;
  readonly #written = new Map<number, Partial<Car>>();
  readonly #documents = new Map<string, Uint8Array>();
  readonly #server = createServer();
  readonly #table = mockClient(DynamoDBDocumentClient);
  #calls = 0;
  /** Of the look at the index that is under way. */
  #asked: number[] = [];
  cars: number;
  asked: Asked = this.#nothing();
  /** Of processor, that the imitation took in all. */
  imitationSeconds = 0;

  constructor(cars: number, carOf: (ordinal: number) => Car) {
    this.cars = cars;
    this.#carOf = carOf;
  }

  #nothing(): Asked {
    return { readUnits: 0, itemsRead: 0, itemsWritten: 0, objectBytes: 0, imitationSeconds: 0 };
  }

  startCounting(): void {
    this.asked = this.#nothing();
  }

  car(ordinal: number): Car {
    return { ...this.#carOf(ordinal), ...this.#written.get(ordinal) };
  }

  put(ordinal: number, { priceDkk, rating, availability, goneAt, updatedAt }: Car): void {
    this.#written.set(ordinal, { priceDkk, rating, availability, goneAt, updatedAt });
  }

  /** Whether what ratings rest on is written of every car. */
  get isBookFilled(): boolean {
    const pointer = this.#documents.get('valuation/bases/current.json');
    return pointer !== undefined && JSON.parse(Buffer.from(pointer).toString()).readUpTo !== null;
  }

  #imitate<Input, Output>(answer: (input: Input) => Output): (input: Input) => Output {
    return (input) => {
      const from = processorSeconds();
      const output = answer(input);
      // It would keep every car ever read or written: gigabytes, whose collecting would count as the product's work.
      if (++this.#calls % callsRemembered === 0) setImmediate(() => this.#table.resetHistory());
      const seconds = processorSeconds() - from;
      this.asked.imitationSeconds += seconds;
      this.imitationSeconds += seconds;
      return output;
    };
  }

  #item(ordinal: number) {
    const car = this.car(ordinal);
    const { photos, plate, registerState } = car;
    const listing = makeListing({ id: car.id, title: car.title, description: car.description });
    const identification = { photos, plate, registerState, candidate: null, vehicle: null };
    return {
      pk: `CAR#${car.id}`,
      sk: 'CAR',
      version: 1,
      car,
      card: toCard(car),
      source: { listing, identification },
    };
  }

  #changedSince(since: string | undefined): number[] {
    if (since === undefined) return Array.from({ length: this.cars }, (_, ordinal) => ordinal);
    return [...this.#written].filter(([, { updatedAt }]) => updatedAt! >= since).map(([ordinal]) => ordinal);
  }

  /** A page of the index. All cars stand in the first of the catalog's partitions: which one does not matter here. */
  #changes(since: string | undefined, from: number): object {
    if (from === 0) this.#asked = this.#changedSince(since);
    const Items = this.#asked
      .slice(from, from + pageCars)
      .map((ordinal) => ({ card: toCard(this.car(ordinal)) }));
    this.asked.readUnits += Items.reduce((sum, item) => sum + bytesOf(item), 0) / unitBytes / 2;
    const next = from + Items.length;
    return { Items, ...(next < this.#asked.length && { LastEvaluatedKey: { next } }) };
  }

  async start(): Promise<void> {
    const table = this.#table;
    // What is not imitated would be answered with nothing, and not counted.
    table.rejects(new Error('the imitation of the table does not know this command'));
    table
      .on(QueryCommand)
      .callsFake(
        this.#imitate(({ ExpressionAttributeValues: values, ExclusiveStartKey: start }) =>
          values[':p'] === 'CAT#00' ? this.#changes(values[':since'], start?.next ?? 0) : { Items: [] },
        ),
      );
    table.on(BatchGetCommand).callsFake(
      this.#imitate(({ RequestItems }) => {
        const keys: { pk: string }[] = RequestItems.table.Keys;
        const items = keys.map(({ pk }) => this.#item(Number(pk.slice('CAR#car'.length))));
        for (const item of items) this.asked.readUnits += Math.ceil(bytesOf(item) / unitBytes);
        this.asked.itemsRead += items.length;
        return { Responses: { table: items } };
      }),
    );
    const write = ({ Item }: { Item: { car: Car } }) => {
      this.put(Number(Item.car.id.slice('car'.length)), Item.car);
      this.asked.itemsWritten++;
      return {};
    };
    table.on(PutCommand).callsFake(this.#imitate(write));
    table
      .on(TransactWriteCommand)
      .callsFake(this.#imitate(({ TransactItems }) => write(TransactItems[0].Put)));
    mockClient(S3Client)
      .on(PutObjectCommand)
      .callsFake(({ Key, Body }) => {
        this.#documents.set(Key, Body);
        this.asked.objectBytes += Body.length;
        return {};
      });
    this.#server.on('request', (request, response) => {
      const bytes = this.#documents.get(decodeURIComponent(request.url!.replace('/data/', '')));
      if (bytes) response.writeHead(200).end(bytes);
      else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    Object.assign(process.env, {
      ...{ AWS_REGION: 'eu-north-1', AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' },
      ...{ TABLE_NAME: 'table', DATA_BUCKET: 'data', LOG_LEVEL: 'error' },
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    });
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

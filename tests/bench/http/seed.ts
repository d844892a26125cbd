import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { startTableEngine } from 'local-cloud/services/dynamodb/table-engine.ts';
import { type Car, newCarId } from '#core/cars/car.ts';
import { buildCar } from '#demo/cars/build-car.ts';
import { createRandom } from '#demo/cars/random.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';

const seed = 2026;
const itemsAtOnce = 100;
const hourMs = 3600_000;

/** The car with this ordinal: always the same one, with the words, makes and prices of the demo's market. */
function carOf(ordinal: number, nowMs: number): Car {
  const demo = buildCar(seed, ordinal, ordinal % 1000);
  const random = createRandom(seed, 'bench-http', ordinal);
  const priceDkk = demo.askingPrice.currency === 'DKK' ? demo.askingPrice.amount : 0;
  const share = priceDkk / demo.valueDkk;
  const deal = priceDkk === 0 ? 'no_estimate' : share < 0.85 ? 'amazing' : share < 1.05 ? 'fair' : 'poor';
  const seenAt = new Date(nowMs - hourMs * (1 + random.next() * 1000)).toISOString();
  return makeCar({
    id: carIdOf(ordinal),
    title: demo.title,
    description: demo.description,
    make: demo.make,
    model: demo.model,
    variant: demo.variant,
    year: demo.year,
    mileageKm: demo.mileageKm,
    fuel: demo.fuel,
    gearbox: demo.gearbox,
    sellerType: demo.sellerType,
    city: demo.place.name,
    plate: random.chance(0.6) ? demo.plate : null,
    priceDkk,
    rating: makeRating({ deal, comparableIds: [carIdOf(ordinal + 1), carIdOf(ordinal + 2)] }),
    ...{ listedAt: seenAt, firstSeenAt: seenAt, scrapedAt: seenAt, updatedAt: seenAt },
  });
}

/** An id as the product gives them: by that of an ad, readers of a locked car would be told that there is none. */
export const carIdOf = (ordinal: number): string =>
  newCarId(createHash('sha256').update(`bench ${ordinal}`).digest(), false);

/**
 * Writes cars into the table of a data folder that no product is using, through the adapter that every import uses.
 * `tell` hears of the progress.
 */
export async function seedCars(
  dataFolder: string,
  cars: number,
  tell: (done: number) => void,
): Promise<void> {
  const file = join(dataFolder, 'tables.sqlite');
  const engine = await startTableEngine(file);
  Object.assign(process.env, {
    AWS_REGION: 'eu-north-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
  });
  const { TableNames = [] } = await new DynamoDBClient({}).send(new ListTablesCommand({}));
  process.env.TABLE_NAME = TableNames[0];
  const { putCarItem } = await import('#functions/cars/store.ts');
  const { transact } = await import('#functions/platform/table.ts');
  const nowMs = Date.now();
  for (let from = 0; from < cars; from += itemsAtOnce) {
    const count = Math.min(itemsAtOnce, cars - from);
    const source = {} as Parameters<typeof putCarItem>[1];
    await transact(Array.from({ length: count }, (_, i) => putCarItem(carOf(from + i, nowMs), source, null)));
    if ((from + count) % 10_000 === 0) tell(from + count);
  }
  engine.close();
  forgetChanges(file);
}

/** These cars were there all along: nobody is to be told of them while the requests are measured. */
function forgetChanges(file: string): void {
  const database = new DatabaseSync(file, { timeout: 30_000 });
  database.exec('DELETE FROM _stream_records');
  database.close();
}

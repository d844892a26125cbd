/**
 * Records the import shown on the home page: `node local/example/record-import.ts [--to FOLDER]`. Starts the product with an
 * empty data folder and the demo marketplace, imports a search as a member, and writes what a browser would have shown and
 * when, with one small picture per car, its plate blurred. Takes a minute or two on an idle machine; a busy one records a
 * slow import. Writes the best of its amazing cars into `web/src/home` as well, whose page begins with it. Run it when the cards of the demo's cars or the stages of an import have changed, and commit the folder.
 */

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { CallResponse } from '#core/contract/table.ts';
import {
  type ExampleCar,
  type ExampleDeal,
  type ExampleImport,
  exampleImportFolder,
} from '#core/imports/example-import.ts';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { type RunningBilfund, runBilfund } from '../run-bilfund.ts';
import { Member, type Watched, watchImport } from './watch-import.ts';

const cardWidthPx = 400;
const quality = 84;

/** The first picture of each car as visitors see it, small, by its key in the photo bucket. */
async function blurredKeys({ cloud }: RunningBilfund, carIds: readonly string[]): Promise<string[]> {
  // The stores read the environment when they are loaded. No route returns the blurred picture of a locked car.
  const functions = cloud.registry.all().map((fn) => fn.definition.environment);
  Object.assign(process.env, ...functions, cloud.administratorEnvironment);
  const { getCars } = await import('#functions/cars/store.ts');
  const photos = new Map((await getCars(carIds)).map(({ car }) => [car.id, car.photos[0]]));
  return carIds.map((id) => {
    const photo = photos.get(id);
    if (!photo) throw new Error(`Car ${id} has no photo.`);
    return photo.blurredLarge ?? photo.large;
  });
}

/** A car's first picture as visitors see it, in 3:2 as the card shows it, whatever the photo's shape. */
async function takePicture(running: RunningBilfund, key: string, width: number): Promise<Buffer> {
  const response = await fetch(`${running.url}/photos/${key}`);
  if (!response.ok) throw new Error(`Picture ${key}: ${response.status}`);
  return sharp(Buffer.from(await response.arrayBuffer()))
    .resize({ width, height: Math.round((width * 2) / 3), fit: 'cover' })
    .webp({ quality, effort: 6 })
    .toBuffer();
}

async function takeOnePicture(running: RunningBilfund, carId: string, width: number): Promise<Buffer> {
  const [key] = await blurredKeys(running, [carId]);
  return takePicture(running, key!, width);
}

/**
 * Writes one picture per car into `folder`, named by place and content; returns their addresses, in the order of the cars.
 */
async function takePictures(
  running: RunningBilfund,
  carIds: readonly string[],
  folder: string,
): Promise<string[]> {
  const addresses: string[] = [];
  for (const [place, key] of (await blurredKeys(running, carIds)).entries()) {
    const picture = await takePicture(running, key, cardWidthPx);
    const content = createHash('sha256').update(picture).digest('hex').slice(0, 8);
    const name = `${String(place + 1).padStart(2, '0')}-${content}.webp`;
    await writeFile(join(folder, name), picture);
    console.info(`${name}: ${(picture.byteLength / 1024).toFixed(1)} KB`);
    addresses.push(`${exampleImportFolder}/${name}`);
  }
  return addresses;
}

/** Eleven cars of the demo's first hour, with every rating among them. */
const search =
  '/marketplace/copenhagen/vehicles?minYear=2020&minPrice=100000&maxPrice=200000&topLevelVehicleType=car_truck';

function carOf({ atMs, car }: Watched['cars'][number], picture: string): ExampleCar {
  return {
    atMs,
    title: car.title,
    price: car.price,
    foreign_price: car.foreign_price,
    year: car.year,
    mileage: car.mileage,
    city: car.city,
    deal: car.deal,
    deal_reason: car.deal_reason,
    valuation_low: car.valuation_low,
    valuation_avg: car.valuation_avg,
    valuation_high: car.valuation_high,
    availability: car.availability,
    is_private: car.is_private,
    days_listed: car.days_listed,
    is_age_known: car.is_age_known,
    unseen_days: car.unseen_days,
    price_drop: car.price_drop,
    plate: null,
    image_urls: [picture],
  };
}

const dealFolder = fileURLToPath(new URL('../../web/src/home', import.meta.url));
const dealWidthPx = 1200;

type Comparables = NonNullable<WireCarDetail['why']>['comparables'];

/** The amazing car whose comparables are most like it, as its page shows it to a member with Premium. */
async function recordDeal(running: RunningBilfund, member: Member, watched: Watched): Promise<void> {
  const amazing = watched.cars.filter(({ car }) => car.deal === 'amazing');
  const details = await Promise.all(
    amazing.map(({ car }) => member.ask<WireCarDetail>('GET', `/api/cars/${car.id}`)),
  );
  const correction = (comparables: Comparables) =>
    comparables.reduce((sum, one) => sum + Math.abs(Math.log(one.adjusted_price / one.price)), 0) /
    comparables.length;
  const [car] = details
    .filter(({ why }) => why && why.comparables.length > 0)
    .sort((one, other) => correction(one.why!.comparables) - correction(other.why!.comparables));
  if (!car) throw new Error('No amazing car of the recording has comparables.');
  const deal: ExampleDeal = {
    title: car.title,
    price: car.price,
    year: car.year,
    mileage: car.mileage,
    city: car.city,
    deal: car.deal,
    valuation_low: car.valuation_low,
    valuation_avg: car.valuation_avg,
    valuation_high: car.valuation_high,
    comparables: car.why!.comparables.map(({ year, mileage, price, adjusted_price }) => ({
      ...{ year, mileage, price, adjusted_price },
    })),
  };
  await writeFile(join(dealFolder, 'recorded-deal.json'), `${JSON.stringify(deal, null, 2)}\n`);
  await writeFile(
    join(dealFolder, '../assets/recorded-deal.webp'),
    await takeOnePicture(running, car.id, dealWidthPx),
  );
}

async function record(dataFolder: string, folder: string): Promise<void> {
  const running = await runBilfund(
    { dataFolder, port: 0, fresh: false, empty: false, demo: true, pauseSeconds: 0 },
    console.info,
  );
  try {
    const member = new Member(running.url);
    await member.join('optagelse@example.dk');
    const { demo } = await member.ask<CallResponse<'GET /api/about'>>('GET', '/api/about');
    const watched = await watchImport(member, demo!.origin + search);
    const pictures = await takePictures(
      running,
      watched.cars.map(({ car }) => car.id),
      folder,
    );
    const recording: ExampleImport = {
      version: 1,
      origin: { marketplace: 'demo', cars: 'invented', account: 'premium' },
      search,
      statuses: watched.statuses,
      cars: watched.cars.map((one, place) => carOf(one, pictures[place]!)),
    };
    await writeFile(join(folder, 'recording.json'), `${JSON.stringify(recording, null, 2)}\n`);
    await recordDeal(running, member, watched);
    const seconds = Math.round(watched.statuses.at(-1)!.atMs / 1000);
    console.info(`${recording.cars.length} cars in ${seconds} s`);
  } finally {
    await running.close();
  }
}

const values = readOptions(headerOf(import.meta.filename), {
  to: {
    type: 'string',
    default: fileURLToPath(new URL('../../web/public/example-import', import.meta.url)),
  },
});
process.env.TZ = 'UTC';
const dataFolder = await mkdtemp(join(tmpdir(), 'bilfund-example-'));
try {
  await rm(values.to, { recursive: true, force: true });
  await mkdir(values.to, { recursive: true });
  await record(dataFolder, values.to);
} finally {
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(0);

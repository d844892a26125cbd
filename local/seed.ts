import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LazySource } from 'local-cloud/services/objects/object-store.ts';
import sharp from 'sharp';
import Stripe from 'stripe';
import type { CarPhoto } from '#core/cars/car.ts';
import { products } from '#core/payments/plan.ts';
import { catalogAds } from '#demo/cars/seed-catalog.ts';
import { createPictureStore, type PictureStore } from '#demo/pictures/picture-store.ts';
import { type PictureSpec, pictureSpecsOf } from '#demo/pictures/spec.ts';
import { syncCatalog } from '#lib/operations/stripe.ts';
import { demoSeed, pictureFolder } from './demo-marketplace.ts';

const sides = { small: 400, large: 1200 } as const;
type Size = keyof typeof sides;

/** The key of a picture of a car. Keys cannot be derived from each other. */
export type PhotoNames = (carId: string, view: number, size: Size, isBlurred: boolean) => string;

/** Names derived from a secret of the installation, which is created on first use and kept in the data folder. */
export function photoNames(dataFolder: string): PhotoNames {
  const secret = readSecret(join(dataFolder, 'photo-names'));
  return (...picture) => {
    const name = createHmac('sha256', secret).update(JSON.stringify(picture)).digest('base64url');
    return `seed/${name.slice(0, 32)}.webp`;
  };
}

function readSecret(file: string): Buffer {
  try {
    writeFileSync(file, randomBytes(32), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file);
}

/** The photos of a demo car: keys of pictures that are drawn on request. */
export function seedPhotos(names: PhotoNames, carId: string, pictures: readonly PictureSpec[]): CarPhoto[] {
  return pictures.map((picture, view) => ({
    small: names(carId, view, 'small', false),
    large: names(carId, view, 'large', false),
    blurredSmall: picture.plate === null ? null : names(carId, view, 'small', true),
    blurredLarge: picture.plate === null ? null : names(carId, view, 'large', true),
    hash: null,
  }));
}

type Drawn = { spec: PictureSpec; size: Size };
const withoutPlate = (spec: PictureSpec): PictureSpec => ({ ...spec, plate: null });

/** Every picture of the demo's cars by its key. */
function drawnByKey(names: PhotoNames): Map<string, Drawn> {
  const drawn = new Map<string, Drawn>();
  for (const { id, car } of catalogAds(demoSeed))
    for (const [view, spec] of pictureSpecsOf(car).entries())
      for (const size of ['small', 'large'] as const) {
        drawn.set(names(id, view, size, false), { spec, size });
        drawn.set(names(id, view, size, true), { spec: withoutPlate(spec), size });
        // Older cars: the key of the open picture could be derived from that of the blurred one, so both show the blurred
        // picture.
        for (const old of ['', '-blurred'])
          drawn.set(`seed/${id}-${view}-${size}${old}.webp`, { spec: withoutPlate(spec), size });
      }
  return drawn;
}

const keyPattern = /^photos\/(seed\/[\w-]+\.webp)$/;

/** Draws the picture of a key; undefined for any other key. */
export function seedPhotoSource(pictures: PictureStore, names: PhotoNames): LazySource {
  let drawn: Map<string, Drawn> | undefined;
  return async (_bucket, key) => {
    const [, asked] = keyPattern.exec(key) ?? [];
    if (!asked) return undefined;
    drawn ??= drawnByKey(names);
    const found = drawn.get(asked);
    if (!found) return undefined;
    const side = sides[found.size];
    const body = await sharp(await pictures.read(found.spec))
      .resize({ width: side, height: side, fit: 'inside' })
      .webp({ quality: 80, effort: 2 })
      .toBuffer();
    const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' };
    return { body, headers, keep: true };
  };
}

/** Unlocks the estimated prices for free, for people who try the product. */
export const demoPromotionCode = 'BILFUND-BETA';

const couponId = 'bilfund_beta';

async function isCouponThere(stripe: Stripe): Promise<boolean> {
  try {
    await stripe.coupons.retrieve(couponId);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'resource_missing') return false;
    throw error;
  }
}

async function seedPromotionCode(stripe: Stripe): Promise<void> {
  const { data } = await stripe.promotionCodes.list({ code: demoPromotionCode, limit: 1 });
  if (data.length > 0) return;
  const product = (await stripe.prices.list({ lookup_keys: [products.unlock_price.lookupKey] })).data[0]
    ?.product;
  // An interrupted start may have created the coupon without its code.
  if (!(await isCouponThere(stripe)))
    await stripe.coupons.create({
      id: couponId,
      name: 'Beta',
      percent_off: 100,
      duration: 'once',
      applies_to: { products: [typeof product === 'string' ? product : (product?.id ?? '')] },
    });
  await stripe.promotionCodes.create({
    code: demoPromotionCode,
    promotion: { type: 'coupon', coupon: couponId },
  });
}

/** Fills the embedded shop as `npm run ops -- stripe` fills an account. Idempotent. */
export async function seedShop(origin: string, secretKey: string): Promise<void> {
  const { hostname, port } = new URL(origin);
  const stripe = new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
  await syncCatalog(stripe);
  await seedPromotionCode(stripe);
}

/** Objects that are drawn on request, on every start. */
export const lazyObjects = (dataFolder: string): LazySource =>
  seedPhotoSource(createPictureStore(pictureFolder), photoNames(dataFolder));

const seedScript = fileURLToPath(new URL('seed-catalog.ts', import.meta.url));

export type Seed = {
  /**
   * Stores the cars. `environment`: credentials, endpoint and region of an administrator, and every variable that the
   * template sets on any function (TABLE_NAME, DATA_BUCKET, …).
   */
  store(environment: Readonly<Record<string, string>>): Promise<void>;
  close(): void;
};

/**
 * Begins to fill an empty installation with cars that "other people" have imported, so that the first pasted link is rated
 * against a market. Undefined where that was done before.
 */
export function beginSeed(dataFolder: string, marketplaceOrigin: string): Seed | undefined {
  const mark = join(dataFolder, 'seeded');
  if (existsSync(mark)) return undefined;
  const own = { MARKETPLACE_ORIGIN: marketplaceOrigin, DATA_FOLDER: dataFolder, LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [seedScript], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const end = once(child, 'exit') as Promise<[number | null]>;
  return {
    async store(environment) {
      if (child.connected) child.send(environment);
      const [code] = await end;
      if (code !== 0) throw new Error('The demo cars could not be stored.');
      writeFileSync(mark, new Date().toISOString());
    },
    close: () => void child.kill(),
  };
}

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { Person, type Product, signIn, signUp, smallSearch, startProduct } from '#tests/support/product.ts';

let product: Product;
afterAll(() => product.remove());

/** The cars that a person has, and the bytes of the first one's photo. */
async function heldBy(person: Person) {
  const { body } = await person.ask<CarListWire>('GET', '/api/cars?view=discovered');
  const [photo = ''] = body.cars.flatMap((car) => ('image_urls' in car ? car.image_urls : []));
  const answer = await fetch(new URL(photo, person.url));
  return {
    ids: body.cars.map(({ id }) => id).sort(),
    photo: answer.status === 200 && (await answer.arrayBuffer()).byteLength,
  };
}

it('deleting the main stack and deploying it again loses no account, car or photo', async () => {
  product = await startProduct({ empty: true });
  const person = await signUp(product, 'blivende@bilfund.example');
  const { body: started } = await person.ask<{ jobId: string }>('POST', '/scrape', {
    url: await smallSearch(product.url),
  });
  expect((await person.importEnd(started.jobId)).status).toBe('completed');
  const before = await heldBy(person);
  expect(before.ids).not.toEqual([]);
  expect(before.photo).toBeGreaterThan(1_000);

  await product.close();
  const { dataFolder } = product;
  // What belongs to the main stack: its queues, the state of its triggers, its bucket with the built app, its logs.
  const gone = [/^queues\.sqlite/, /^runner\.sqlite/, /^logs$/];
  for (const name of readdirSync(dataFolder).filter((each) => gone.some((one) => one.test(each))))
    rmSync(join(dataFolder, name), { recursive: true });
  for (const name of readdirSync(join(dataFolder, 'objects')).filter((each) => each.includes('webapp')))
    rmSync(join(dataFolder, 'objects', name), { recursive: true });

  product = await startProduct({ empty: true, dataFolder });
  const again = await signIn(new Person(product.url, person.email));
  expect(again.id).toBe(person.id);
  expect(await heldBy(again)).toEqual(before);
}, 300_000);

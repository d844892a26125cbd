import { describe, expect, it } from 'vitest';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storeCar, takeOutCar } from '#tests/support/stored-car.ts';

const world = await worldOfFile('2026-11-21T08:00:00.000Z', { hasAlerts: true });

describe('a car that is taken out of the catalog', () => {
  it('a car that was removed from the catalog is not published, and later changes of the stream are', async () => {
    await storeCar(makeCar({ id: '1', rating: makeRating({ deal: 'fair' }) }));
    await storeCar(makeCar({ id: '2', priceDkk: 100_000, rating: makeRating({ deal: 'fair' }) }));
    await world.deliver();
    await takeOutCar('1', new Date());
    const { changeItem, getItem } = await import('#functions/platform/table.ts');
    const { carKey } = await import('#functions/platform/keys.ts');
    const priceHistory = [
      { at: '2026-11-02T10:00:00.000Z', priceDkk: 100_000 },
      { at: '2026-11-21T08:00:00.000Z', priceDkk: 90_000 },
    ];
    const car = (await getItem(carKey('2')))?.car as object;
    await changeItem(carKey('2'), { set: { car: { ...car, priceDkk: 90_000, priceHistory } } });
    await world.deliver();
    expect(world.events.map((event) => [event['detail-type'], event.detail])).toEqual([
      ['price.dropped', expect.objectContaining({ carId: '2', toDkk: 90_000 })],
    ]);
    // Taken out twice, there is no car before either.
    await storeCar(makeCar({ id: '3' }));
    await takeOutCar('3', new Date());
    await takeOutCar('3', new Date(Date.now() + 1000));
    await world.deliver();
    expect(world.log.filter((line) => line.includes('was not published'))).toEqual([]);
  });
});

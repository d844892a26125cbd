import type { ModelDays } from '#core/car/model-days.ts';
import type { Model } from '#core/valuation/model.ts';
import { readData } from '#functions/_adapters/read-objects.ts';
import { writeData } from '#functions/_adapters/write-objects.ts';
import { log } from '#functions/_runtime/log.ts';
import { figuresKey, figuresOf } from './rating-figures.ts';

/** Publishes how well the valuation in use values and how long cars are offered, when that has changed. Ratings do not wait for it. */
export async function publishFigures(
  model: Model | null,
  pool: number,
  days: readonly ModelDays[],
): Promise<void> {
  try {
    const figures = Buffer.from(JSON.stringify(figuresOf(model, pool, days)));
    const published = await readData(figuresKey);
    if (published && figures.equals(published)) return;
    await writeData(figuresKey, figures, 'application/json');
  } catch (error) {
    log.failure('the figures of the valuation could not be published', error);
  }
}

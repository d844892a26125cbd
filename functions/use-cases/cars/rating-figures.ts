import type { ModelDays } from '#core/car/model-days.ts';
import type { Output } from '#core/contract/table.ts';
import type { Model } from '#core/valuation/model.ts';
import { ratingSettings } from '#core/valuation/rating-settings.ts';
import { readData } from '#functions/_adapters/read-objects.ts';

/** Small and apart from the valuation: who asks for the figures needs nothing else of it. */
export const figuresKey = 'valuation/figures.json';
export type RatingFigures = Output<'GET /api/rating-figures'>;

export function figuresOf(model: Model | null, pool: number, days: readonly ModelDays[] = []): RatingFigures {
  return {
    pool,
    least_pool: ratingSettings.leastPoolSize,
    is_lent: Boolean(model?.lent),
    fitted_on: model?.version.slice(0, 10) ?? null,
    all: model?.figures?.all ?? null,
    rows: model?.figures?.rows ?? [],
    model_days: [...days],
  };
}

/** What the last hourly run published; without one, what is true of an installation without cars. */
export async function readFigures(): Promise<RatingFigures> {
  const bytes = await readData(figuresKey);
  if (!bytes) return figuresOf(null, 0);
  // Those that were published before a figure existed lack it for an hour.
  return { ...figuresOf(null, 0), ...(JSON.parse(Buffer.from(bytes).toString('utf8')) as RatingFigures) };
}

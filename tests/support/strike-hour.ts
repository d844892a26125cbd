import { hourOf, hourStart, mostSpreadSeconds } from '#core/searches/automated-search.ts';
import { eventually, type Product } from './product.ts';

/** The rule's function, on a machine that does other things as well. */
const patienceMs = 240_000;

/**
 * Lets the next hour strike and brings its visits due. The clock moves no further than that, and stands while the rule's
 * function sends the visits: one that is under way must not see hours pass between two of its steps.
 */
export async function strikeHour({ control }: Pick<Product, 'control'>): Promise<void> {
  const now = await control.now();
  const next = hourStart(hourOf(now) + 1);
  await control.advance((Date.parse(next) - now.getTime()) / 1000 + 1);
  await eventually(
    'the start of the hour’s searches',
    async () => {
      const load = await control.searches();
      return load?.at === next && load.started > 0;
    },
    patienceMs,
  );
  await control.advance(mostSpreadSeconds);
}

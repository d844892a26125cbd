import { log } from '#functions/_runtime/log.ts';
import { whoVisits } from '#functions/_runtime/settings.ts';
import { sweepImports } from '#functions/use-cases/imports/sweep-imports.ts';
import { countVisitorHealth } from '#functions/use-cases/imports/visitor-health.ts';

/** Runs every minute. */
export async function handler(): Promise<void> {
  await sweepImports();
  if (whoVisits() === 'lambda') return;
  try {
    await countVisitorHealth();
  } catch (error) {
    // The next minute counts it.
    log.failure('the visitor’s health was not counted', error);
  }
}

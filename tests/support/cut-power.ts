import { cutOffSentence } from 'local-cloud/single-owner.ts';
import { expect } from 'vitest';
import { type Person, type Product, signIn, startProduct } from './product.ts';

/** Where the power goes: right before or after the n-th call of a kind, or after so many milliseconds. */
export type CutAt =
  | { service: string; operation: string; n: number; when: 'before' | 'after' }
  | { ms: number };

/** The longest something runs before its moment must have come. */
const longestWaitMs = 120_000;

/** Starts something and ends the process at the moment, whatever becomes of what was started. */
export async function cutPower(product: Product, at: CutAt, start: () => Promise<unknown>): Promise<void> {
  if ('ms' in at) {
    const started = start().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, at.ms));
    await product.kill();
    return void (await started);
  }
  await product.control.addFault({ kind: 'crash_after', ...at });
  await start().catch(() => undefined);
  // A moment that never comes is a failure of this test, not a power cut at some other moment.
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, longestWaitMs, 'late'));
  const outcome = await Promise.race([product.ended.then(() => 'cut' as const), late]);
  if (outcome === 'late') await product.kill();
  expect(outcome).toBe('cut');
}

/** The same installation again, which must say what happened, and the person signed in to it. */
export async function startAfterCut({ url, dataFolder }: Product, person: Person): Promise<Product> {
  const product = await startProduct({ dataFolder, port: Number(new URL(url).port), empty: true });
  expect(product.said).toContain(cutOffSentence);
  await signIn(person);
  return product;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names a folder in which the first browser test that needs the demo's rated cars leaves them for the others. */
export default async function nameSeededWorld(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'bilfund-seeded-'));
  process.env.BILFUND_SEEDED_WORLD = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildProject } from '#local/project-build.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds the project, so that no two files that run side by side do, and names a folder in which the first browser test
 * that needs the demo's rated cars leaves them for the others.
 */
export default async function nameSeededWorld(): Promise<() => Promise<void>> {
  await buildProject(root, (sentence) => console.info(sentence));
  process.env.BILFUND_SEEDED_WORLD ??= await mkdtemp(join(tmpdir(), 'bilfund-seeded-'));
  const folder = process.env.BILFUND_SEEDED_WORLD;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

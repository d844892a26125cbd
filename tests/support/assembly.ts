import { vi } from 'vitest';
import { buildProject } from '#local/project-build.ts';
import { copyAssembly } from './assembly-copy.ts';

/** The synthesized system with other settings. `remove` takes it away. */
export async function assemblyWith(
  settings: Readonly<Record<string, string>>,
): Promise<{ folder: string; remove(): void }> {
  // The build of the web app looks at it, and what is built here is the product and no test.
  vi.stubEnv('VITEST', undefined);
  const built = await buildProject(() => undefined).finally(() => vi.unstubAllEnvs());
  return copyAssembly(built, settings);
}

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProject } from '#local/project-build.ts';

/**
 * A copy of a built assembly with other settings, as a stage's file would set them. Beside the project's own, because assets are
 * named relative to it. `remove` takes it away.
 */
export function copyAssembly(
  built: string,
  settings: Readonly<Record<string, string>>,
): { folder: string; remove(): void } {
  const folder = mkdtempSync(`${built}-`);
  cpSync(built, folder, { recursive: true });
  const unset = new Set(Object.keys(settings));
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.template.json'))) {
    let text = readFileSync(join(folder, name), 'utf8');
    for (const [setting, value] of Object.entries(settings)) {
      const place = new RegExp(`("${setting}":\\s*)"[^"]*"`, 'g');
      if (place.test(text)) unset.delete(setting);
      text = text.replaceAll(place, `$1${JSON.stringify(value)}`);
    }
    writeFileSync(join(folder, name), text);
  }
  if (unset.size > 0) throw new Error(`No function of the template has ${[...unset].join(', ')}.`);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The synthesized system with other settings. `remove` takes it away. */
export async function assemblyWith(
  settings: Readonly<Record<string, string>>,
): Promise<{ folder: string; remove(): void }> {
  // The build of the web app looks at it, and what is built here is the product and no test.
  const { VITEST } = process.env;
  delete process.env.VITEST;
  const built = await buildProject(() => undefined).finally(() => Object.assign(process.env, { VITEST }));
  return copyAssembly(built, settings);
}

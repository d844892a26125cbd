import type { EnvironmentName } from '#core/contract/needs.ts';

/** An environment value that infrastructure sets; throws when it is not set, which a test of the template excludes. */
export function env(name: EnvironmentName): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`environment ${name} is not set`);
  return value;
}

/** A setting that may be empty. */
export function setting(name: EnvironmentName): string | null {
  return process.env[name] || null;
}

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The platforms whose engine is among the packages: an optional one, so that the others can install the rest. */
const supported: readonly string[] = ['linux-x64'];

/** Where the engine's program lies. Throws, saying what can be done, where the packages hold none for the platform. */
export function engineBinary(platform = `${process.platform}-${process.arch}`): string {
  const name = `@dynoxide/${platform}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const binary = join(folder, 'dynoxide');
    if (existsSync(binary)) return binary;
  } catch {
    // Not installed: told below.
  }
  const remedy = 'start DynamoDB Local and set EMBEDDED_CLOUD_DYNAMODB_ENDPOINT to its address.';
  if (supported.includes(platform))
    throw new Error(
      `The DynamoDB engine ${name} is not installed. Run npm ci without leaving out optional packages, or ${remedy}`,
    );
  throw new Error(
    `There is no DynamoDB engine for ${platform}: it works by itself on ${supported.join(', ')} only. Here, ${remedy}`,
  );
}

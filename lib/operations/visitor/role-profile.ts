import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

const profile = 'bilfund-visitor';

/** Where the role is taken on from: keys of the environment, as long as no profile is asked for, or the profile. */
function sourceOf({ AWS_PROFILE, AWS_ACCESS_KEY_ID }: Environment): string {
  return AWS_ACCESS_KEY_ID && !AWS_PROFILE
    ? 'credential_source = Environment'
    : `source_profile = ${AWS_PROFILE ?? 'default'}`;
}

/** The text of a configuration that has a profile for the role beside what the operator's own (`given`) has. */
export const withRole = (given: string, roleArn: string, environment: Environment): string =>
  [
    given.trimEnd(),
    `[profile ${profile}]`,
    `role_arn = ${roleArn}`,
    'role_session_name = visitor',
    sourceOf(environment),
    '',
  ].join('\n');

/**
 * Variables with which every client of the SDK works in the role's name, and asks for new keys by itself when they end; the
 * operator's own sign-in is what it asks with. `remove` deletes the file behind it.
 */
export function roleEnvironment(roleArn: string, environment: Environment) {
  const own = environment.AWS_CONFIG_FILE ?? join(homedir(), '.aws', 'config');
  const folder = mkdtempSync(join(tmpdir(), 'bilfund-visitor-'));
  const file = join(folder, 'config');
  const given = existsSync(own) ? readFileSync(own, 'utf8') : '';
  writeFileSync(file, withRole(given, roleArn, environment), { mode: 0o600 });
  return {
    variables: { AWS_CONFIG_FILE: file, AWS_PROFILE: profile },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stage } from '#lib/stage.ts';
import { pythonTool, withServer } from '../judge.ts';
import { openDoor } from './door.ts';

const frontScript = fileURLToPath(new URL('front.ts', import.meta.url));
/** Where the emulator listens; before it stands a door (door.ts). */
const inside = '127.0.0.2';
export const account = '123456789012';
/** The emulator mails no code: it takes this one. */
export const code = '123456';

/** The emulator writes its certificate below the folder for temporary files. */
const certificateIn = (temporary: string) => join(temporary, 'ministack-tls', 'server.crt');

/** The emulator's address, the site's, what a program of an operator finds in its environment, and a folder that goes with it. */
export type Emulator = {
  stage: Stage;
  origin: string;
  site: string;
  environment: NodeJS.ProcessEnv;
  temporary: string;
};

const environmentOf = (origin: string, temporary: string): NodeJS.ProcessEnv => ({
  ...process.env,
  ...{ AWS_ENDPOINT_URL: origin, AWS_REGION: 'eu-north-1', TMPDIR: temporary, NODE_NO_WARNINGS: '1' },
  ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
  ...{ AWS_CA_BUNDLE: certificateIn(temporary), NODE_EXTRA_CA_CERTS: certificateIn(temporary) },
});

/** Starts an empty account of the emulator, with roles and policies enforced over TLS, and the front of a stage's site. */
export async function withEmulator<T>(stage: Stage, work: (emulator: Emulator) => Promise<T>): Promise<T> {
  const bin = pythonTool('ministack', 'ministack==1.5.33', 'cryptography==46.0.3');
  const temporary = mkdtempSync(join(tmpdir(), 'bilfund-ministack-'));
  const server = {
    name: 'ministack',
    path: join(bin, 'ministack'),
    args: () => [],
    scheme: 'https' as const,
    host: inside,
    environment: (port: number) => ({
      ...process.env,
      // Policies count; without TLS the buckets refuse everybody.
      ...{ AUTH: 'true', USE_SSL: '1', TMPDIR: temporary, S3_DATA_DIR: join(temporary, 's3') },
      // It lets its functions trust it only where nothing else is to be trusted.
      NODE_EXTRA_CA_CERTS: certificateIn(temporary),
      ...{ GATEWAY_PORT: String(port), BIND_HOST: inside },
      ...{ MINISTACK_REGION: 'eu-north-1', MINISTACK_ACCOUNT_ID: account },
    }),
  };
  try {
    return await withServer(server, async (origin) => {
      const door = await openDoor(Number(new URL(origin).port), inside);
      const environment = environmentOf(origin, temporary);
      const front = {
        name: 'The front',
        path: process.execPath,
        args: (port: number) => [frontScript, String(port), stage],
        environment: () => environment,
      };
      return withServer(front, (site) => work({ stage, origin, site, environment, temporary })).finally(() =>
        door.close(),
      );
    });
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  }
}

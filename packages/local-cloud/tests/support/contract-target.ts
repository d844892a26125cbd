import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  administrator,
  type Listener,
  listen,
  toWireRequest,
  type WireService,
  writeWireResponse,
} from '../../wire/http.ts';

/** `LOCAL_CLOUD_CONTRACT_TARGET=aws` points the contract tests at the account of the environment's credentials. */
export const againstAws = process.env.LOCAL_CLOUD_CONTRACT_TARGET === 'aws';

const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };

export type ContractTarget = {
  /** For an SDK client's constructor. */
  config: { region: string; endpoint?: string; credentials?: typeof localCredentials; maxAttempts: number };
  /** Where the embedded service listens; empty against AWS. */
  origin: string;
  close(): Promise<void>;
};

/** A folder that is gone when the test is over. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'local-cloud-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The embedded service alone on a free port, or the real one. */
export async function contractTarget(create: () => WireService): Promise<ContractTarget> {
  if (againstAws) {
    const config = { region: process.env.AWS_REGION ?? 'eu-north-1', maxAttempts: 1 };
    return { config, origin: '', close: async () => {} };
  }
  const { origin, close } = await serveAlone(create());
  return {
    config: { region: 'eu-north-1', endpoint: origin, credentials: localCredentials, maxAttempts: 1 },
    origin,
    close,
  };
}

/** One service alone on a port of its own, everything allowed: for contract tests. */
export async function serveAlone(service: WireService): Promise<Listener> {
  const listener = await listen((incoming, outgoing) => {
    toWireRequest(incoming, outgoing, administrator)
      .then((request) => service.handle(request))
      .then((response) => writeWireResponse(outgoing, response))
      .catch((error: unknown) => {
        console.error(error);
        writeWireResponse(outgoing, { status: 500, body: 'InternalError' });
      });
  });
  return {
    ...listener,
    close: async () => {
      await listener.close();
      service.close();
    },
  };
}

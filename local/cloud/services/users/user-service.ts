import { runJsonOperation } from '../../wire/json-protocol.ts';
import type { WireService } from '../../wire/service.ts';
import type { PoolSettings, SendUserMail } from './pool-settings.ts';
import { TokenMint } from './tokens.ts';
import {
  adminUserOperations,
  passwordOperations,
  sessionOperations,
  signUpOperations,
} from './user-operations.ts';
import type { UserStore } from './user-store.ts';

export type UserService = WireService & { mint: TokenMint };

/** Cognito's user pools: one pool with one client, and its public keys at `/{poolId}/.well-known/jwks.json`. */
export function createUserService(
  store: UserStore,
  settings: PoolSettings,
  sendMail: SendUserMail,
): UserService {
  const mint = new TokenMint(store, settings);
  const context = { store, mint, settings, sendMail };
  const operations = {
    ...signUpOperations(context),
    ...passwordOperations(context),
    ...sessionOperations(context),
    ...adminUserOperations(context),
  };
  return {
    mint,
    async handle(request) {
      if (request.path === `/${settings.poolId}/.well-known/jwks.json`) {
        const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=86400' };
        return { status: 200, headers, body: JSON.stringify(mint.jwks) };
      }
      return runJsonOperation(operations, request);
    },
    close: () => store.close(),
  };
}

import { documentClient } from '#functions/_adapters/dynamodb/client.ts';
import { rateLimiter } from '#functions/_adapters/dynamodb/rate-limit.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { env } from '#functions/_runtime/env.ts';

/** Takes one permit of a limit for an address, an e-mail or a person. @throws Failure 429 */
export const takePermit = rateLimiter({ client: documentClient, clock, tableName: () => env('TABLE_NAME') });

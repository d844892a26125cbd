/** Why a token could not be checked: nothing is known of it. */
export class KeysUnreachable extends Error {
  override name = 'KeysUnreachable';
}

const attempts = 4;
const timeoutMs = 2_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function ask(uri: string): Promise<ArrayBuffer> {
  const answer = await fetch(uri, { signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`signing keys answered ${answer.status}`);
  return answer.arrayBuffer();
}

/**
 * The user pool's public keys, asked for again when it is busy or the line breaks. The library's own fetcher speaks TLS
 * only, and the embedded user pool has none.
 * @throws KeysUnreachable
 */
export async function fetchSigningKeys(uri: string): Promise<ArrayBuffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(uri);
    } catch (error) {
      if (attempt === attempts)
        throw new KeysUnreachable('the signing keys cannot be read', { cause: error });
    }
    await pause(Math.random() * 50 * 2 ** attempt);
  }
}

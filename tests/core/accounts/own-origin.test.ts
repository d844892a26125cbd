import { describe, expect, it } from 'vitest';
import { requireOwnOrigin } from '#core/accounts/cookies.ts';

const site = 'https://bilfund.example';
const local = 'http://127.0.0.1:5173';

describe('requireOwnOrigin', () => {
  it.each([
    [{ origin: site }, site],
    [{ origin: site, 'sec-fetch-site': 'same-origin' }, site],
    [{ 'sec-fetch-site': 'same-origin' }, site],
    [{ origin: local }, local],
    [{}, site],
    [{ origin: 'http://localhost:5173' }, local],
  ])('accepts a request with %j at %s', (headers, publicOrigin) => {
    expect(() => requireOwnOrigin(headers, publicOrigin)).not.toThrow();
  });

  it.each([
    [{ origin: 'null' }, site],
    [{ origin: 'https://evil.example' }, site],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, site],
    [{ origin: 'http://bilfund.example' }, site],
    [{ origin: `${site}.evil.example` }, site],
    [{ origin: `${site}:444` }, site],
    [{ 'sec-fetch-site': 'same-site' }, site],
    [{ 'sec-fetch-site': 'cross-site' }, site],
    [{ 'sec-fetch-site': 'none' }, site],
    [{ origin: 'http://localhost:8080' }, local],
    [{ origin: 'https://localhost:5173' }, local],
    [{ origin: 'http://localhost' }, site],
    [{ origin: 'http://127.0.0.1.evil.example:5173' }, local],
  ])('refuses a request with %j at %s', (headers, publicOrigin) => {
    expect(() => requireOwnOrigin(headers, publicOrigin)).toThrow(
      expect.objectContaining({ status: 403, code: 'forbidden' }),
    );
  });
});

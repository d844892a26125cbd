import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { signRequest } from '#functions/platform/sign-request.ts';
import type { Judge } from './judge.ts';
import { askPython, pythonTool } from './python-tool.ts';
import { oddKeys, type SignCase, signCases, signingKey, signingRegion, signingTime } from './sign-cases.ts';

const file = 'tests/fixtures/signatures.json';
type Answer = { signed: string[]; paths: string[] };
/** What `npm test` holds our signatures against. */
export type Recorded = {
  signed: (SignCase & { authorization: string })[];
  paths: { key: string; path: string }[];
};

const ours = (one: SignCase): string =>
  signRequest(
    { ...one, url: new URL(one.url), region: signingRegion },
    { ...signingKey, sessionToken: one.sessionToken },
    new Date(signingTime),
  ).authorization!;

/** botocore: our signatures and its, byte for byte, and the paths under which it asks for objects. */
export const sign: Judge = {
  name: 'sign',
  async judge({ record }) {
    const asked = {
      ...signingKey,
      time: signingTime,
      region: signingRegion,
      cases: signCases,
      keys: oddKeys,
    };
    const { signed, paths } = askPython<Answer>(pythonTool('sign', 'botocore==1.44.5'), 'sign.py', asked);
    const now: Recorded = {
      signed: signCases.map((one, index) => ({ ...one, authorization: signed[index]! })),
      paths: oddKeys.map((key, index) => ({ key, path: paths[index]! })),
    };
    if (record) writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
    const isStale = !isDeepStrictEqual(
      JSON.parse(readFileSync(file, 'utf8')),
      JSON.parse(JSON.stringify(now)),
    );
    const differ = now.signed.filter((one) => ours(one) !== one.authorization);
    return {
      checked: signCases.length + oddKeys.length,
      findings: [
        ...differ.map(({ name }) => `signed otherwise: ${name}`),
        ...(isStale ? [`${file} holds other answers than botocore gives today`] : []),
      ],
    };
  },
};

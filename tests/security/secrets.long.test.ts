import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildProject } from '#local/project-build.ts';
import { findSecrets, type Secret, secretKinds } from '#tests/support/kept-log.ts';

/** Addresses nobody has: names that are reserved for examples, and the two words for "example". */
const sampleAddress = /@(?:[\w-]+\.)*(?:example|invalid|example\.(?:com|dk)|eksempel\.dk)$/i;
/** Plates that were invented for comments, tests and the page's own example. */
const samplePlates = new Set(
  (
    'DB20456 DX41287 EA11111 EB22222 EF24680 QQ99998 QQ99999 ' +
    'AA11223 AB10000 AB10345 AB11111 AB12045 AB12345 BX21334 CC11111 CD12345 CD67890 CX41287 CX41288 DK12345 ' +
    'AB11005 ER12345 HM30965 KR53184 OB12345 PT71406 QB12345 XY12345 XY40812 ZX48217 ZZ99999 KM12345 KR12345 ÆB12345 ZZ11009 ' +
    // Models with their prices, which read like plates.
    'MX30145 XC60123 XC60200 XC61123 NP41000 TT64885 TT89900 VW12345 VW49900 GT45900 NU49900 ER12500 XY12500'
  ).split(' '),
);

const isSample = ({ kind, text }: Secret) =>
  kind === 'e-mail address'
    ? sampleAddress.test(text)
    : kind === 'danish plate' && samplePlates.has(text.replaceAll(/[ .]/g, ''));

/** One line per secret of these files. Pictures and fonts are searched for keys alone: their bytes spell anything. */
function secretsOf(paths: readonly string[]): string[] {
  // The functions have most of their chunks in common.
  const searched = new Set<string>();
  return paths.flatMap((path) => {
    const bytes = readFileSync(path);
    const content = hash('sha256', bytes);
    if (searched.has(content)) return [];
    searched.add(content);
    const isText = !bytes.includes(0);
    return findSecrets(bytes.toString(isText ? 'utf8' : 'latin1'))
      .filter((one) => !isSample(one))
      .filter(({ kind }) => isText || (kind !== 'e-mail address' && kind !== 'danish plate'))
      .map(({ kind, text }) => `${path}: ${kind} ${text.slice(0, 80)}`);
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** What git keeps or would keep; without a clone's own folder, all but what is installed, built or written by a run. */
function repositoryFiles(): string[] {
  if (!existsSync('.git'))
    return filesBelow('.').filter((path) => !/^(?:\.build|\.local|cdk\.out|coverage)\//.test(path));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  return listed.toString('utf8').split('\0').filter(existsSync);
}

describe('the search', () => {
  // Put together here, so that no file of the repository holds one.
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const planted: [kind: Secret['kind'], text: string][] = [
    ['stripe key', ['sk', 'live', '51HabcDEF0123456789'].join('_')],
    ['stripe key', ['rk', 'test', '51HabcDEF0123456789'].join('_')],
    ['stripe key', ['whsec', 'abcDEF0123456789abcd'].join('_')],
    ['aws key', `AKIA${'QWER'.repeat(4)}`],
    ['aws key', `aws_secret_access_key = ${'aB3/'.repeat(10)}`],
    ['foreign token', `gh${'p'}_${'aB3d'.repeat(9)}`],
    ['foreign token', `npm${'_'}${'aB3d'.repeat(9)}`],
    ['jwt', [base64({ alg: 'RS256' }), base64({ sub: 'somebody' }), 'c2ln'].join('.')],
    ['pem', ['-----BEGIN', 'RSA PRIVATE', 'KEY-----'].join(' ')],
    ['pem', ['-----BEGIN', 'CERTIFICATE-----'].join(' ')],
    ['private jwk', JSON.stringify({ kty: 'EC', crv: 'P-256', d: 'a'.repeat(43) })],
    ['e-mail address', ['mette.holm+biler', 'gmail.com'].join('@')],
    ['e-mail address', `mailto:${['Jens', 'firma.co.uk'].join('@')}?subject=x`],
    ['danish plate', ['BD', '48', '213'].join('')],
    ['danish plate', ['BD', '48', '213'].join(' ')],
  ];

  it('the secret scan has a sample of every kind', () => {
    expect(new Set(planted.map(([kind]) => kind))).toEqual(new Set(secretKinds));
  });

  it.each(planted)('the secret scan finds a planted %s: %s', (kind, text) => {
    for (const around of [
      text,
      `{"a":"${text}"}`,
      `const a='${text}';b()`,
      `/x/${text} y`,
      `${text}\nlast`,
    ]) {
      const found = findSecrets(around);
      expect(found.map((one) => one.kind)).toEqual([kind]);
      expect(found.some(isSample)).toBe(false);
    }
  });

  it('the secret scan accepts ids, hashes, prices and host names', () => {
    const harmless = [
      'https://user@www.facebook.com/marketplace',
      'sk_test_of_the_test cs_test_a1 evt_1AB12345',
      'sha512-AB12345aZX48217+/==',
      '6f9619ff-8b86-4011-b42d-00cf4fc964ff 149.900 kr. 1AB12345',
      '@aws-sdk/client-s3 vitest@5.1.1',
    ];
    expect(harmless.flatMap(findSecrets)).toEqual([]);
  });
});

describe('no key, token, e-mail address or plate', () => {
  let built: string;
  beforeAll(async () => {
    // The build of the web app looks at it, and what is built here is the product and no test.
    vi.stubEnv('VITEST', undefined);
    built = await buildProject(() => undefined).finally(() => vi.unstubAllEnvs());
  }, 300_000);

  it("the repository's files contain no key, token, e-mail address or plate", () => {
    const paths = repositoryFiles();
    expect(paths).toContain('package.json');
    expect(secretsOf(paths)).toEqual([]);
  });

  it("the functions' bundles contain no key, token, e-mail address or plate", () => {
    const bundles = filesBelow(join(built, '../functions')).filter((path) => path.endsWith('.mjs'));
    expect(bundles.length).toBeGreaterThan(60);
    expect(secretsOf(bundles)).toEqual([]);
  });

  it('the web app contains no key, token, e-mail address or plate', () => {
    const files = filesBelow(join(built, '../web'));
    expect(files.map((path) => path.split('/').at(-1))).toContain('index.html');
    expect(secretsOf(files)).toEqual([]);
  });

  it('the template contains no key, token, e-mail address or plate', () => {
    const files = readdirSync(built).filter((name) => name.endsWith('.json'));
    expect(files.some((name) => name.endsWith('.template.json'))).toBe(true);
    expect(secretsOf(files.map((name) => join(built, name)))).toEqual([]);
  });
});

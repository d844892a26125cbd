import { afterEach, describe, expect, it, vi } from 'vitest';

// The level is read when the module is loaded: a copy of its own, whatever other tests have set.
vi.stubEnv('LOG_LEVEL', 'info');
vi.resetModules();
const { log } = await import('#functions/platform/log.ts');
vi.unstubAllEnvs();

const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
afterEach(() => lines.mockClear());
const written = () => String(lines.mock.calls.at(-1)?.[0]);

describe('log lines', () => {
  // Put together here, so that no file of the repository holds one.
  const quoted: [what: string, secret: string, mark: string][] = [
    ['a plate in an address', 'ZX48217', '[plate]'],
    ['a plate as people write it', 'ZX 48 217', '[plate]'],
    ['an e-mail address', 'mette.holm+biler@mail.example', '[e-mail]'],
    ['a token', ['eyJhbGciOiJSUzI1NiJ9', 'eyJzdWIiOiJhIn0', 'c2lnbmF0dXJl'].join('.'), '[token]'],
    ['a header', 'Bearer abcdefgh12345', '[token]'],
    ['a key of Stripe’s', ['sk', 'live', '51Habcdefghij'].join('_'), '[key]'],
    ['a masked key of Stripe’s', ['sk', 'test', '****wrong'].join('_'), '[key]'],
    ['a webhook’s secret', ['whsec', 'abcdEFGH1234'].join('_'), '[key]'],
    ['a key of the cloud', `AKIA${'ABCD'.repeat(4)}`, '[key]'],
    ['a private key', `-----BEGIN ${'PRIVATE'} KEY-----\nMIIabc\n-----END ${'PRIVATE'} KEY-----`, '[key]'],
  ];

  it.each(quoted)('removes %s that an error quotes from the log', (_, secret, mark) => {
    log.failure('it went wrong', new Error(`refused: /a/b/${secret} said no`));
    expect(written()).toContain(mark);
    expect(written()).not.toContain(JSON.stringify(secret).slice(1, -1));
    log.warn('it went wrong', { reason: secret });
    expect(JSON.parse(written())).toMatchObject({ reason: mark });
  });

  it('logs ids, codes, numbers and server addresses unchanged', () => {
    const fields = {
      jobId: 'cIL_w1ffC_MQlakScjA4',
      carId: '900719925474012345',
      userId: '6f9619ff-8b86-4011-b42d-00cf4fc964ff',
      event: 'evt_1AB12345',
      reason: 'GET https://api.example/v1/cars answered 503 after 10000 ms at run.ts:12:345',
      count: 12_345,
      isDone: true,
      nothing: null,
    };
    log.info('it is done', fields);
    expect(JSON.parse(written())).toMatchObject(fields);
  });

  it('writes no line below the level that is set', () => {
    log.debug('it is looked at closely');
    expect(lines).not.toHaveBeenCalled();
  });
});

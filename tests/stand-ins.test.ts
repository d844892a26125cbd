import { describe, expect, it } from 'vitest';
import { readSources } from './support/source-tree.ts';

/** Files of tests that share a process (`isolate: false`); the other projects have one for each file. */
const shared = readSources().filter(
  ({ path }) =>
    /^tests\/(core|functions|lib|demo|judges)\//.test(path) || /^packages\/[^/]+\/tests\//.test(path),
);

describe('a stand-in of one file of tests', () => {
  it('for a client of the SDK goes with its file (tests/support/stand-in-for.ts)', () => {
    const left = shared.filter(({ text }) => /\bmockClient\((?=[A-Z])/.test(text));
    expect(left.map(({ path }) => path)).toEqual([]);
  });

  it('for a module is taken away again, with what was loaded beside it', () => {
    const left = shared.flatMap(({ path, text }) =>
      [...text.matchAll(/^\s*vi\.(?:mock|doMock)\(\s*(?:import\()?'([^']+)'/gm)]
        .filter(([, id]) => !text.includes(`vi.doUnmock('${id}')`) || !text.includes('vi.resetModules()'))
        .map(([, id]) => `${path}: ${id}`),
    );
    expect(left).toEqual([]);
  });
});

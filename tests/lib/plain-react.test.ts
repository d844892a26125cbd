import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plainReact } from '../../web/plain-react.ts';

/** What a build makes of one file of ours; its imports from outside stay as they are written. */
async function built(code: string): Promise<string> {
  const own = '/own.tsx';
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      plainReact(),
      { name: 'own', resolveId: (id) => (id === own ? id : null), load: (id) => (id === own ? code : null) },
    ],
    build: {
      write: false,
      minify: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: own,
        external: (_id, importer) => importer?.includes('plain-react') ?? false,
        preserveEntrySignatures: 'strict',
      },
    },
  });
  if (!('output' in result)) throw new Error('Nothing was built.');
  return result.output[0].code;
}

// As the product's build sets it: elements made for development name their file and line.
beforeEach(() => {
  vi.stubEnv('NODE_ENV', 'production');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('React in the build', () => {
  it('is called by plain names, elements of one child and of several alike', async () => {
    const code = await built(
      "import { useState } from 'react'; export const Two = () => { useState(1); return <p><b>a</b><i>b</i></p>; };",
    );
    expect(code).toMatch(/\bjsx\$1\("p", \{ children: \[/);
    expect(code).toMatch(/\bjsx\$1\("b", \{ children: "a" \}/);
    expect(code).toContain('var useState = ');
    expect(code).toMatch(/\tuseState\(1\);/);
  });

  it('brings of React only what is named', async () => {
    const code = await built("import { useState } from 'react'; export const one = () => useState(1);");
    expect(code).not.toContain('useEffect');
    expect(code).not.toContain('jsx');
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AppFiles } from '#lib/build/build-web.ts';

const manifest = {
  'index.html': { file: 'assets/base-1.js', src: 'index.html', dynamicImports: ['src/list.tsx'] },
  'src/list.tsx': { file: 'assets/list-2.js', src: 'src/list.tsx', imports: ['index.html', '_cards-3.js'] },
  '_cards-3.js': {
    file: 'assets/cards-3.js',
    imports: ['index.html'],
    assets: ['assets/a.svg'],
  },
};
const page = `<head><script type="module" crossorigin src="/assets/base-1.js"></script>
<link rel="stylesheet" crossorigin href="/assets/base-1.css"></head>`;

describe('the files of the built app', () => {
  const directory = mkdtempSync(join(tmpdir(), 'app-files-'));
  mkdirSync(join(directory, '.vite'));
  writeFileSync(join(directory, '.vite/manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(directory, 'index.html'), page);
  const app = new AppFiles(directory);
  afterAll(() => rmSync(directory, { recursive: true }));

  it('the files of the first visit start with those that the page names', () => {
    expect(app.entries).toEqual(['index.html']);
    expect(app.styles).toEqual(['assets/base-1.css']);
  });

  it('the files of a part include all its imports but no later ones', () => {
    const files = (keys: string[]) => [...app.reach(keys)].map(({ file }) => file.replace(/^assets\//, ''));
    expect(files([app.part('src/list.tsx')])).toEqual(['list-2.js', 'base-1.js', 'cards-3.js']);
    expect(files(app.entries)).toEqual(['base-1.js']);
  });

  it('a part that is missing in the build is refused', () => {
    expect(() => app.part('src/profile.tsx')).toThrow('"src/profile.tsx"');
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AppFiles } from '#lib/build/app-files.ts';

const manifest = {
  '_base-1.js': { file: 'assets/base-1.js', name: 'base', dynamicImports: ['_list-2.js'] },
  '_list-2.js': { file: 'assets/list-2.js', name: 'list', imports: ['_base-1.js', '_cards-3.js'] },
  '_cards-3.js': {
    file: 'assets/cards-3.js',
    name: 'cards',
    imports: ['_base-1.js'],
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

  it('begin with what the page names', () => {
    expect(app.entries).toEqual(['_base-1.js']);
    expect(app.styles).toEqual(['assets/base-1.css']);
  });

  it('of a part come with all that it imports, but not with what comes later', () => {
    const names = (keys: string[]) => [...app.reach(keys)].map(({ name }) => name);
    expect(names(app.part('list'))).toEqual(['list', 'base', 'cards']);
    expect(names(app.entries)).toEqual(['base']);
  });

  it('are never silently missing: a part that the build does not have is refused', () => {
    expect(() => app.part('profile')).toThrow('"profile"');
  });
});

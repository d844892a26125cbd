import { describe, expect, it } from 'vitest';
import { AppFiles } from '#lib/build/app-files.ts';
import { webDirectory } from '#lib/build/output.ts';

// As the tests of the whole product build it.
describe('the built app', () => {
  // A file that no part of web/vite.config.ts names may fall into one that is wanted later, and draws all of it along.
  it.each([
    ['home', ['forms', 'cards', 'list', 'button']],
    ['list', ['signed-in', 'inbox', 'account', 'car', 'button']],
    ['sign-in', ['account', 'inbox', 'cards', 'list']],
    ['car', ['list', 'inbox', 'account', 'pages']],
  ])('loads with the part %s none of those that are wanted later', (part, later) => {
    const app = new AppFiles(webDirectory);
    const files = [...app.reach(app.part(part))].map(({ file }) => file);
    expect(files.length).toBeGreaterThan(0);
    const drawn = later.filter((name) => files.some((file) => file.startsWith(`assets/${name}-`)));
    expect(drawn).toEqual([]);
  });

  // Of two files that import each other the one that is run first finds nothing yet in what it takes from the other.
  it('has no file import one that imports it', () => {
    const app = new AppFiles(webDirectory);
    const files = Object.values(app.manifest);
    expect(files.length).toBeGreaterThan(20);
    const circles = files.flatMap((own) =>
      (own.imports ?? [])
        .filter((next) => app.reach([next]).has(own))
        .map((next) => `${own.file} and ${app.manifest[next]!.file}`),
    );
    expect(circles).toEqual([]);
  });
});

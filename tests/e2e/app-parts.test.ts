import { describe, expect, it } from 'vitest';
import { AppFiles } from '#lib/build/build-web.ts';
import { webDirectory } from '#lib/build/output.ts';

// As the tests of the whole product build it.
describe('the built app', () => {
  // A component that is imported where it should be loaded later makes every visit fetch all that it needs.
  it.each([
    ['src/home/home.tsx', ['src/catalog/screen.tsx', 'src/cars/screen.tsx', 'src/imports/button-screen.tsx']],
    [
      'src/catalog/screen.tsx',
      ['src/cars/screen.tsx', 'src/alerts/screen.tsx', 'src/accounts/profile-screen.tsx'],
    ],
    ['src/accounts/sign-in.tsx', ['src/catalog/screen.tsx', 'src/accounts/profile-screen.tsx']],
    ['src/cars/screen.tsx', ['src/catalog/screen.tsx', 'src/alerts/screen.tsx', 'src/pages/help.tsx']],
  ])('the built app loads with %s none of the screens that open later', (source, later) => {
    const app = new AppFiles(webDirectory);
    const loaded = app.reach([app.part(source)]);
    expect(later.filter((other) => loaded.has(app.manifest[app.part(other)]!))).toEqual([]);
  });

  // Of two files that import each other the one that is run first finds nothing yet in what it takes from the other.
  it('the built app has no circular imports', () => {
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

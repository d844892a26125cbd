import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { billOfMaterials } from '#lib/supply-chain/bill-of-materials.ts';
import { type LockFile, shippedPackages } from '#lib/supply-chain/shipped-packages.ts';
import { folderOf, readSources } from '#tests/support/source-tree.ts';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
};
const shipped = shippedPackages(lock);
const names = new Set(shipped.map(({ name }) => name));

/** What may be passed on with the product under its own terms without opening ours. */
const freeToShip = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'];
/** Each with why it may be shipped all the same. */
const shippedWithReason: Record<string, string> = {
  'OFL-1.1': 'A font, not sold by itself: its files name their copyright and licence.',
  'LGPL-3.0-or-later': 'libvips, loaded as a library of its own that anyone can replace.',
  '(MIT OR CC0-1.0)': 'Either is free to ship.',
  'Apache-2.0 AND LGPL-3.0-or-later': 'sharp with libvips, as above.',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': 'sharp with libvips, as above.',
};

describe('what the deployed product is made of', () => {
  it('has licences that let us ship it', () => {
    const known = new Set([...freeToShip, ...Object.keys(shippedWithReason)]);
    expect(shipped.filter(({ licence }) => !known.has(licence ?? 'none'))).toEqual([]);
    const found = shipped.map(({ licence }) => licence);
    expect(Object.keys(shippedWithReason).filter((licence) => !found.includes(licence))).toEqual([]);
  });

  it('names every package that functions, core and the app import as a dependency, not one of development', () => {
    const sources = readSources().filter(({ path }) => /^(core|functions|web\/(src|worker))\//.test(path));
    const specifiers = sources.flatMap(({ imports }) =>
      imports.filter(({ isTypeOnly }) => !isTypeOnly).map(({ target }) => target),
    );
    const imported = specifiers
      .filter((target) => !folderOf(target))
      .flatMap((target) => /^(@[a-z0-9-]+\/)?[a-z][\w.-]*(?=\/|$)/.exec(target)?.[0] ?? []);
    const missing = imported.filter((name) => !(name in dependencies));
    expect([...new Set(missing)]).toEqual([]);
    expect(imported).toContain('react');
  });

  it('counts the packages of packages, and none that only builds or tests', () => {
    expect([...names]).toEqual(
      expect.arrayContaining(['react-dom', '@aws-sdk/client-dynamodb', 'react-router']),
    );
    for (const name of ['vitest', 'lighthouse', 'aws-cdk-lib', 'embedded-cloud'])
      expect(names).not.toContain(name);
    expect([...names].filter((name) => name.startsWith('@types/'))).toEqual([]);
  });

  it('is listed as CycloneDX, each package once with its address, licence and hash', () => {
    const bill = billOfMaterials({ name: 'bilfund', version: '1.0.0' }, shipped) as {
      components: { purl: string; 'bom-ref': string; licenses: object[]; hashes: object[] }[];
    };
    const { components } = bill;
    expect(new Set(components.map((one) => one['bom-ref'])).size).toBe(components.length);
    expect(components.filter((one) => one.licenses.length !== 1 || one.hashes.length !== 1)).toEqual([]);
    expect(components.map(({ purl }) => purl)).toContain(`pkg:npm/react@${dependencies.react}`);
    expect(components.map(({ purl }) => purl)).toContain(
      `pkg:npm/%40middy/core@${dependencies['@middy/core']}`,
    );
  });

  it('finds the copy that a package has of its own before the common one', () => {
    const nested: LockFile = {
      packages: {
        '': { dependencies: { outer: '1.0.0' } },
        'node_modules/inner': { version: '1.0.0' },
        'node_modules/outer': { version: '1.0.0', dependencies: { inner: '2.0.0' } },
        'node_modules/outer/node_modules/inner': {
          version: '2.0.0',
          dependencies: { inner: '2.0.0', gone: '1' },
        },
      },
    };
    expect(shippedPackages(nested).map(({ name, version }) => `${name} ${version}`)).toEqual([
      'inner 2.0.0',
      'outer 1.0.0',
    ]);
  });
});

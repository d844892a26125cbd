import { expect, it } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { releases } from '../../../web/src/i18n/pages/releases.ts';

it('tells of the version that is released, and of every one before it, newest first', () => {
  expect(packageFile.version.startsWith(`${releases[0]!.version}.`)).toBe(true);
  const dates = releases.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
  // docs/spec.md, section 9: the first version and its day.
  expect(releases.at(-1)).toMatchObject({ version: '1.0', date: '2025-10-17' });
});

it('says as much of each release in both languages', () => {
  for (const { changes } of releases) expect(changes.da).toHaveLength(changes.en.length);
});

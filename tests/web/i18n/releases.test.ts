import { expect, it } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { releases } from '../../../web/src/i18n/pages/releases.ts';

it('the changelog lists the current and every earlier version, newest first', () => {
  expect(packageFile.version.startsWith(`${releases[0]!.version}.`)).toBe(true);
  const dates = releases.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
  // docs/spec.md, section 9: the first version and its day.
  expect(releases.at(-1)).toMatchObject({ version: '1.0', date: '2025-10-17' });
});

it('the changelog describes each release equally in both languages', () => {
  for (const { changes } of releases) expect(changes.da).toHaveLength(changes.en.length);
});

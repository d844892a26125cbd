import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importFailureClasses } from '#core/contract/routes/imports.ts';
import { failureCodes } from '#core/failure.ts';
import { ratingReasons } from '#core/valuation/valuation.ts';
import { accountTexts } from '../../../web/src/i18n/account-texts.ts';
import { browseTexts } from '../../../web/src/i18n/browse-texts.ts';
import { collectionTexts } from '../../../web/src/i18n/collection-texts.ts';
import * as daCar from '../../../web/src/i18n/da/car-page.ts';
import { da } from '../../../web/src/i18n/da.ts';
import * as enCar from '../../../web/src/i18n/en/car-page.ts';
import { en } from '../../../web/src/i18n/en.ts';
import { inboxTexts } from '../../../web/src/i18n/inbox-texts.ts';

type Leaf = { path: string; value: unknown };

function leavesOf(texts: object, prefix = ''): Leaf[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    return typeof value === 'object' && value !== null ? leavesOf(value, path) : [{ path, value }];
  });
}

/** A text function called with numbers and words alike: every one of ours accepts both. */
function example(value: unknown): string {
  return typeof value === 'function' ? String(value(2, 'x', 'y', 'z')) : String(value);
}

const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('i18n/en') && !path.startsWith('i18n/da'))
  .map((path) => ({ path, text: readFileSync(join('web/src', path), 'utf8') }));
const sources = files.map(({ text }) => text).join('\n');

// Groups whose keys come from the service or from a list of names, looked up by a variable.
const lookedUp =
  /^(failures|importFailures|deals|time|car\.fuels|filters\.(fuels|gearboxes|sellers)|why\.(term|reason)|payments\.(plan|reason)|profile\.(statuses|failed|paymentStatus|eraseConsequences)|notifications\.types|alerts\.(kinds|channels|emailStates|formats)|facts\.(kind|advice|caution))\./;
const lookedUpIn: Record<string, readonly string[]> = {
  'list.': [
    'all',
    'discovered',
    'starred',
    'subscriptions',
    'list',
    'history',
    'guide',
    'future',
    'faq',
    'support',
  ],
  list: ['price_asc', 'price_desc', 'deal', 'mileage_asc', 'year_desc', 'scraped_desc'],
  why: ['amazing', 'fair', 'poor'],
  notifications: ['all', 'unreadOnly', 'readOnly'],
  searches: ['active', 'paused', 'expired'],
  shell: ['guide', 'faq', 'support', 'terms', 'privacy', 'changelog'],
  accounts: ['mismatch', 'tooShort'],
  imports: [
    'queued',
    'scraping',
    'ocr',
    'tjekbil',
    'completed',
    'failed',
    'segmentScraping',
    'segmentOcr',
    'segmentTjekbil',
    'segmentCompleted',
  ],
  keys: ['search', 'next', 'previous', 'star', 'enter', 'list', 'compare', 'help', 'photos', 'escape'],
  history: ['manual', 'automatic', 'page', 'started', 'completed', 'failed'],
};
const isLookedUp = (path: string) =>
  lookedUp.test(path) ||
  Object.entries(lookedUpIn).some(([group, names]) =>
    names.some((name) => path === `${group.replace('.', '')}.${name}`),
  );

describe('the texts', () => {
  const english = leavesOf({ ...en, ...enCar, ...accountTexts.en, ...browseTexts.en, ...inboxTexts.en });
  const danish = new Map(
    leavesOf({ ...da, ...daCar, ...accountTexts.da, ...browseTexts.da, ...inboxTexts.da }).map(
      ({ path, value }) => [path, value],
    ),
  );

  it('have the same keys in both languages', () => {
    expect([...danish.keys()].sort()).toEqual(english.map(({ path }) => path).sort());
  });

  it('are of the same kind, and none is empty but the reason of a rated car', () => {
    for (const { path, value } of english) {
      expect(typeof danish.get(path), path).toBe(typeof value);
      if (path === 'why.reason.rated') continue;
      expect(example(value).trim(), path).not.toBe('');
      expect(example(danish.get(path)).trim(), path).not.toBe('');
    }
  });

  it('are translated: sentences differ between the languages', () => {
    const same = english.filter(({ path, value }) => {
      const text = example(value);
      return / \w+ \w+/.test(text) && text === example(danish.get(path));
    });
    expect(same.map(({ path }) => path)).toEqual([]);
  });

  it('are all used by the app', () => {
    const unused = english
      .map(({ path }) => path)
      .filter(
        (path) => !isLookedUp(path) && !sources.includes(`t.${path}`) && !sources.includes(`texts.${path}`),
      );
    expect(unused).toEqual([]);
  });

  it('of lists and searches are the same in both languages, and all used', () => {
    const own = leavesOf(collectionTexts.en);
    const other = new Map(leavesOf(collectionTexts.da).map(({ path, value }) => [path, value]));
    expect([...other.keys()].sort()).toEqual(own.map(({ path }) => path).sort());
    const parts = files.filter(
      ({ path }) => path.startsWith('features/collections/') || path.includes('own-list'),
    );
    const text = parts.map((part) => part.text).join('\n');
    expect(own.filter(({ path }) => !new RegExp(`\\b(t|own)\\.${path}\\b`).test(text))).toEqual([]);
    for (const { path, value } of own) expect(typeof other.get(path), path).toBe(typeof value);
  });

  it('hold a sentence for every failure, import failure and rating reason of the service', () => {
    expect(Object.keys(en.failures)).toEqual(expect.arrayContaining([...failureCodes]));
    expect(Object.keys(en.importFailures)).toEqual(expect.arrayContaining([...importFailureClasses]));
    expect(Object.keys(enCar.why.reason)).toEqual([...ratingReasons]);
  });
});

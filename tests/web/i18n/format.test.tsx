import { act, render, screen } from '@testing-library/react';
import { Suspense, useMemo, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { staticPages } from '#core/pages/site.ts';
import { joinNames, languages } from '#core/shared.ts';
import packageFile from '../../../package.json';
import { pageTitle } from '../../../web/src/app/layout.tsx';
import { ErrorBoundary } from '../../../web/src/app.tsx';
import { da } from '../../../web/src/i18n/da.ts';
import { en } from '../../../web/src/i18n/en.ts';
import {
  count,
  formatDate,
  formatEuro,
  formatEuroExact,
  formatKroner,
  formatMileage,
  formatNumber,
  formatRelative,
} from '../../../web/src/i18n/format.ts';
import { takeLanguage } from '../../../web/src/i18n/language.tsx';
import { releases } from '../../../web/src/i18n/pages/releases.ts';
import { loadWantedParts, type TextPart, textPart } from '../../../web/src/i18n/text-part.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const inEnglish = (minutes: number) => formatRelative(ago(minutes), now, en.time, 'en');
const inDanish = (minutes: number) => formatRelative(ago(minutes), now, da.time, 'da');

describe('relative time', () => {
  // docs/spec.md, section 9.
  it('relative time shows Just now, then minutes, hours, days and finally the date', () => {
    expect(inEnglish(0.5)).toBe('Just now');
    expect(inEnglish(1)).toBe('1m ago');
    expect(inEnglish(59.9)).toBe('59m ago');
    expect(inEnglish(60)).toBe('1h ago');
    expect(inEnglish(24 * 60 - 1)).toBe('23h ago');
    expect(inEnglish(24 * 60)).toBe('1d ago');
    expect(inEnglish(7 * 24 * 60 - 1)).toBe('6d ago');
    expect(inEnglish(7 * 24 * 60)).toBe('November 14, 2026');
  });

  it('relative time is idiomatic Danish', () => {
    expect(inDanish(0)).toBe('Lige nu');
    expect(inDanish(5)).toBe('for 5 min. siden');
    expect(inDanish(24 * 60)).toBe('for 1 dag siden');
    expect(inDanish(7 * 24 * 60)).toBe('14. november 2026');
  });

  it('relative time shows just now for a future time and N/A without a time', () => {
    expect(inEnglish(-3)).toBe('Just now');
    expect(formatRelative('never', now, en.time, 'en')).toBe('N/A');
  });
});

/** Whole, with one and two decimals, small and large, below zero. */
const amounts = [
  0, 1, 9, 12, 99, 100, 633, 999, 1000, 12_345, 99_999, 100_000, 1_234_567, 149_900_000,
].flatMap((amount) => [amount, -amount, amount + 0.5, amount + 0.1, amount + 0.25, amount / 100]);

describe('the format by hand', () => {
  it('numbers are formatted as Intl does', () => {
    const danish = (most: number, least: number) =>
      new Intl.NumberFormat('da-DK', { maximumFractionDigits: most, minimumFractionDigits: least });
    // Nobody says that a price is minus nothing.
    for (const amount of amounts)
      for (const [most, least] of [
        [0, 0],
        [1, 0],
        [2, 0],
        [2, 2],
      ] as const)
        expect(formatNumber(amount, most, least)).toBe(
          danish(most, least)
            .format(amount)
            .replace(/^-(?=[0,]+$)/, ''),
        );
  });

  it('euro amounts are formatted as Intl does', () => {
    for (const language of ['en', 'da'] as const) {
      const euro = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' });
      for (const cents of amounts.map(Math.round)) {
        const written = euro.format(cents / 100);
        if (cents !== 0) expect(formatEuroExact(cents / 100, language)).toBe(written);
        if (cents % 100 !== 0) expect(formatEuro(cents, language)).toBe(written);
      }
    }
  });

  it('dates are formatted as Intl does', () => {
    for (const language of ['en', 'da'] as const) {
      const locale = { en: 'en-US', da: 'da-DK' }[language];
      const inWords = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...options });
      for (let month = 1; month <= 12; month++) {
        const day = `2026-${String(month).padStart(2, '0')}-0${1 + (month % 9)}`;
        expect(formatDate(day, language)).toBe(inWords({ timeZone: 'UTC' }).format(new Date(day)));
        const instant = `${day}T22:30:00Z`;
        expect(formatDate(instant, language)).toBe(
          inWords({ timeZone: 'Europe/Copenhagen' }).format(new Date(instant)),
        );
      }
    }
  });
});

describe('dates', () => {
  // docs/spec.md, section 9.
  it('dates are long, in the US form in English, and N/A when empty', () => {
    expect(formatDate('2019-03-14', 'en')).toBe('March 14, 2019');
    expect(formatDate('2019-03-14', 'da')).toBe('14. marts 2019');
    expect(formatDate('2026-11-30T23:00:00.000Z', 'en')).toBe('December 1, 2026');
    expect(formatDate(null, 'en')).toBe('N/A');
    expect(formatDate('', 'da')).toBe('N/A');
    expect(formatDate('soon', 'en')).toBe('N/A');
  });
});

describe('amounts', () => {
  it('amounts are Danish kroner in both languages', () => {
    expect(formatKroner(118_000)).toBe('118.000 kr.');
  });

  it('euro amounts show cents only if there are any', () => {
    expect(formatEuro(900, 'en')).toBe('€9');
    expect(formatEuro(633, 'en')).toBe('€6.33');
    expect(formatEuro(900, 'da').replace(/\s/g, ' ')).toBe('9 €');
  });
});

describe('mileage', () => {
  // docs/spec.md, section 2.
  it('mileage is grouped, keeps the seller’s mask, and is a dash when unknown', () => {
    expect(formatMileage(111_000)).toBe('111.000 km');
    expect(formatMileage('187xxx')).toBe('187.xxx km');
    expect(formatMileage('187.xxx')).toBe('187.xxx km');
    expect(formatMileage(null)).toBe('-');
  });
});

describe('counted things', () => {
  it('counted things use the plural form of Intl in both languages', () => {
    for (const language of languages) {
      const rules = new Intl.PluralRules(language);
      for (const number of [0, 1, 2, 11, 21, 101, 1001])
        expect(count(number, 'one', 'other').split(' ')[1]).toBe(rules.select(number));
    }
    expect(count(2000, 'car', 'cars')).toBe('2.000 cars');
  });
});

describe('things of which one is meant', () => {
  it('alternatives are listed as Intl lists them', () => {
    const inDanish = new Intl.ListFormat('da', { type: 'disjunction' });
    for (const names of [['A'], ['A', 'B'], ['Facebook Marketplace', 'DBA', 'Bilbasen']])
      expect(joinNames(names, 'eller')).toBe(inDanish.format(names));
  });
});

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

const visit = (address: string) => {
  history.replaceState({ from: 'list' }, '', address);
  return takeLanguage();
};

describe('the language of a visit', () => {
  beforeEach(() => localStorage.clear());

  it('the language is English until another is chosen or requested', () => {
    expect(visit('/?view=faq')).toBe('en');
    localStorage.setItem('app_language', 'da');
    expect(visit('/?view=faq')).toBe('da');
  });

  it('the language in the address is used, kept on a first visit and removed from the address', () => {
    expect(visit('/?view=faq&lang=da#top')).toBe('da');
    expect(location.search + location.hash).toBe('?view=faq#top');
    expect(history.state).toEqual({ from: 'list' });
    expect(visit('/terms')).toBe('da');
  });

  it('the language in the address does not replace an earlier choice', () => {
    localStorage.setItem('app_language', 'en');
    expect(visit('/terms?lang=da')).toBe('da');
    expect(visit('/terms')).toBe('en');
  });
});

const titleAt = (path: string, texts = en) => {
  const { pathname, searchParams } = new URL(path, 'https://bilfund.example');
  return pageTitle(pathname, searchParams, texts);
};

describe('the title of the window', () => {
  it('the window title names the page in the language of the page', () => {
    expect(titleAt('/')).toBe('Know what the car is worth before you call | Bilfund');
    expect(titleAt('/?view=faq', da)).toBe('Spørgsmål og svar | Bilfund');
    expect(titleAt('/terms')).toBe('Terms | Bilfund');
    expect(titleAt('/nowhere')).toBe('Bilfund');
  });

  it('every static page has its own window title', () => {
    for (const texts of [en, da]) {
      const titles = staticPages.map(({ path }) => titleAt(path, texts));
      expect(new Set(titles).size).toBe(titles.length);
      expect(titles).not.toContain('Bilfund');
    }
  });

  it('the page title of a car is left to the car page', () => {
    expect(titleAt('/car/123')).toBeNull();
  });
});

function Sentence({ part }: { part: TextPart<string> }) {
  const [mark] = useState('!');
  const text = part.read('da');
  // A hook after the texts: React meets it only when they are there.
  return <p>{useMemo(() => text + mark, [text, mark])}</p>;
}

describe('texts that only some screens say', () => {
  it('a text part is fetched once in each language', async () => {
    const en = vi.fn(async () => 'English');
    const part = textPart({ en, da: async () => 'dansk' });
    await Promise.all([part.load('en'), part.load('en')]);
    expect(en).toHaveBeenCalledTimes(1);
    expect(await part.load('da')).toBe('dansk');
  });

  it('a text part is fetched again after a failure', async () => {
    let isOnline = false;
    const fetchDanish = async () => {
      if (!isOnline) throw new Error('offline');
      return 'dansk';
    };
    const part = textPart({ en: async () => 'English', da: fetchDanish });
    await expect(part.load('da')).rejects.toThrow('offline');
    isOnline = true;
    expect(await part.load('da')).toBe('dansk');
  });

  it('a screen waits for its text part and then shows it without an error', async () => {
    const faults: unknown[] = [];
    let arrive = (_: string) => {};
    const part = textPart({
      en: async () => 'English',
      da: () =>
        new Promise<string>((done) => {
          arrive = done;
        }),
    });
    const options = { onRecoverableError: (error: unknown) => faults.push(error) };
    await act(async () => {
      render(
        <Suspense fallback="waiting">
          <Sentence part={part} />
        </Suspense>,
        options,
      );
    });
    expect(screen.getByText('waiting')).toBeTruthy();
    await act(async () => arrive('dansk'));
    expect(screen.getByText('dansk!')).toBeTruthy();
    render(<Sentence part={part} />, options);
    expect(screen.getAllByText('dansk!')).toHaveLength(2);
    expect(faults).toEqual([]);
  });

  it('a text part that cannot be fetched is retried a few times before the screen shows an error', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    let isOnline = false;
    const da = vi.fn(async () => {
      if (!isOnline) throw new Error('offline');
      return 'dansk';
    });
    const part = textPart({ en: async () => 'English', da });
    const screenOf = () => (
      <ErrorBoundary texts={en}>
        <Suspense fallback="waiting">
          <Sentence part={part} />
        </Suspense>
      </ErrorBoundary>
    );
    const draw = () => act(async () => render(screenOf()));
    const { unmount } = await draw();
    expect(screen.getByRole('button', { name: en.shell.reload })).toBeTruthy();
    const asked = da.mock.calls.length;
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThan(6);
    unmount();
    // Drawn again it asks for nothing; a press asks anew.
    await draw();
    expect(screen.getByRole('button', { name: en.shell.reload })).toBeTruthy();
    expect(da).toHaveBeenCalledTimes(asked);
    isOnline = true;
    expect(await part.load('da')).toBe('dansk');
  });

  it('a text part that arrives while the screen is drawn causes no error', async () => {
    const faults: unknown[] = [];
    const part = textPart({ en: async () => 'English', da: async () => 'dansk' });
    await act(async () => {
      render(
        <Suspense fallback="waiting">
          <Sentence part={part} />
        </Suspense>,
        { onRecoverableError: (error) => faults.push(error) },
      );
    });
    expect(screen.getAllByText('dansk!').length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  it('the text parts of this visit’s screens are loaded before the language changes', async () => {
    const da = vi.fn(async () => 'dansk');
    const part = textPart({ en: async () => 'English', da });
    await loadWantedParts('da');
    expect(da).not.toHaveBeenCalled();
    await part.load('en');
    await loadWantedParts('da');
    expect(da).toHaveBeenCalledTimes(1);
  });
});

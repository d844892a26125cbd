import { describe, expect, it } from 'vitest';
import { da } from '../../../web/src/i18n/da.ts';
import { en } from '../../../web/src/i18n/en.ts';
import {
  formatDate,
  formatEuro,
  formatKroner,
  formatMileage,
  formatRelative,
} from '../../../web/src/i18n/format.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const inEnglish = (minutes: number) => formatRelative(ago(minutes), now, en.time, 'en');
const inDanish = (minutes: number) => formatRelative(ago(minutes), now, da.time, 'da');

describe('relative time', () => {
  // spec: 9.relative-time
  it('is Just now under a minute, then minutes, hours, days, then the date', () => {
    expect(inEnglish(0.5)).toBe('Just now');
    expect(inEnglish(1)).toBe('1m ago');
    expect(inEnglish(59.9)).toBe('59m ago');
    expect(inEnglish(60)).toBe('1h ago');
    expect(inEnglish(24 * 60 - 1)).toBe('23h ago');
    expect(inEnglish(24 * 60)).toBe('1d ago');
    expect(inEnglish(7 * 24 * 60 - 1)).toBe('6d ago');
    expect(inEnglish(7 * 24 * 60)).toBe('November 14, 2026');
  });

  it('reads as a Dane would say it', () => {
    expect(inDanish(0)).toBe('Lige nu');
    expect(inDanish(5)).toBe('for 5 min. siden');
    expect(inDanish(24 * 60)).toBe('for 1 dag siden');
    expect(inDanish(7 * 24 * 60)).toBe('14. november 2026');
  });

  it('says just now for a clock that is ahead, and N/A for no time', () => {
    expect(inEnglish(-3)).toBe('Just now');
    expect(formatRelative('never', now, en.time, 'en')).toBe('N/A');
  });
});

describe('dates', () => {
  // spec: 9.dates
  it('are long, in the US form in English, and N/A when empty', () => {
    expect(formatDate('2019-03-14', 'en')).toBe('March 14, 2019');
    expect(formatDate('2019-03-14', 'da')).toBe('14. marts 2019');
    expect(formatDate(null, 'en')).toBe('N/A');
    expect(formatDate('', 'da')).toBe('N/A');
    expect(formatDate('soon', 'en')).toBe('N/A');
  });
});

describe('amounts', () => {
  it('are Danish kroner in both languages', () => {
    expect(formatKroner(118_000)).toBe('118.000 kr.');
  });

  it('show cents of euro only where there are some', () => {
    expect(formatEuro(900, 'en')).toBe('€9');
    expect(formatEuro(633, 'en')).toBe('€6.33');
    expect(formatEuro(900, 'da').replace(/\s/g, ' ')).toBe('9 €');
  });
});

describe('mileage', () => {
  // spec: 2.car.mileage
  it('is grouped, masked as the seller masked it, and a dash when unknown', () => {
    expect(formatMileage(111_000)).toBe('111.000 km');
    expect(formatMileage('187xxx')).toBe('187.xxx km');
    expect(formatMileage('187.xxx')).toBe('187.xxx km');
    expect(formatMileage(null)).toBe('-');
  });
});

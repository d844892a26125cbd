import { describe, expect, it } from 'vitest';
import { staticPages } from '#core/pages/site.ts';
import { pageTitle } from '../../../web/src/app/page-title.ts';
import { da } from '../../../web/src/i18n/da.ts';
import { en } from '../../../web/src/i18n/en.ts';

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

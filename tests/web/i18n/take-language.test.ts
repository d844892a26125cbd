import { beforeEach, describe, expect, it } from 'vitest';
import { takeLanguage } from '../../../web/src/i18n/language.tsx';

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

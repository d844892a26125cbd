import { beforeEach, describe, expect, it } from 'vitest';
import { takeLanguage } from '../../../web/src/i18n/language.tsx';

const visit = (address: string) => {
  history.replaceState({ from: 'list' }, '', address);
  return takeLanguage();
};

describe('the language of a visit', () => {
  beforeEach(() => localStorage.clear());

  it('is English until something else is chosen or asked for', () => {
    expect(visit('/?view=faq')).toBe('en');
    localStorage.setItem('app_language', 'da');
    expect(visit('/?view=faq')).toBe('da');
  });

  it('is what the address asks for, which is kept on a first visit and taken out of the address', () => {
    expect(visit('/?view=faq&lang=da#top')).toBe('da');
    expect(location.search + location.hash).toBe('?view=faq#top');
    expect(history.state).toEqual({ from: 'list' });
    expect(visit('/terms')).toBe('da');
  });

  it('does not become the choice of who has chosen before', () => {
    localStorage.setItem('app_language', 'en');
    expect(visit('/terms?lang=da')).toBe('da');
    expect(visit('/terms')).toBe('en');
  });
});

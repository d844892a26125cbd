import { expect, it } from 'vitest';
import { readLanguage } from '#core/shared.ts';

it('an address asks for Danish by its name, and gets English otherwise', () => {
  expect(['da', 'en', 'DA', 'x', undefined].map(readLanguage)).toEqual(['da', 'en', 'en', 'en', 'en']);
});

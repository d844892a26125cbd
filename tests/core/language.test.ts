import { expect, it } from 'vitest';
import { readLanguage } from '#core/shared.ts';

it('readLanguage takes Danish only from "da", and English from anything else', () => {
  expect(['da', 'en', 'DA', 'x', undefined].map(readLanguage)).toEqual(['da', 'en', 'en', 'en', 'en']);
});

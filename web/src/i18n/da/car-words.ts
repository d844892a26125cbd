import { wordOf } from '../format.ts';

/** The marketplace's words for colours; the register's are Danish already. */
const colors: Record<string, string> = {
  white: 'Hvid',
  black: 'Sort',
  grey: 'Grå',
  gray: 'Grå',
  charcoal: 'Koksgrå',
  silver: 'Sølv',
  blue: 'Blå',
  red: 'Rød',
  burgundy: 'Bordeaux',
  green: 'Grøn',
  yellow: 'Gul',
  orange: 'Orange',
  brown: 'Brun',
  bronze: 'Bronze',
  beige: 'Beige',
  tan: 'Lysebrun',
  'off white': 'Råhvid',
  gold: 'Guld',
  purple: 'Lilla',
  pink: 'Rosa',
  turquoise: 'Turkis',
  teal: 'Blågrøn',
  other: 'Anden farve',
};

export const words = {
  color: (word: string) => wordOf(colors, word),
  equipment: (word: string) => wordOf({}, word),
};

import { hashKeys } from './random.ts';

// Letters seen in Danish series, without those that are easily taken for a digit.
const letters = 'ABCDEHJKLMNPRSTUVXYZ';

/** First letters by year of registration: the series advanced from late letters through the alphabet's start. */
function firstLetter(year: number): string {
  if (year < 2006) return 'TUV'[year % 3]!;
  if (year < 2011) return 'XYZ'[year % 3]!;
  return 'ABCDE'[Math.min(4, Math.floor((year - 2011) / 3.4))]!;
}

/** Two letters and five digits, "AB12345"; ordinals below 99,991 never share the digits. */
export function plateNumber(seed: number, ordinal: number, year: number): string {
  // 99,991 is prime: multiplying by a unit of its field permutes the digits without repeats.
  const digits = (((ordinal % 99_991) * 31_337 + (hashKeys(seed, 'plates') % 99_991)) % 99_991) + 9;
  const second = letters[hashKeys(seed, 'letters', year) % letters.length]!;
  return `${firstLetter(year)}${second}${String(digits).padStart(5, '0')}`;
}

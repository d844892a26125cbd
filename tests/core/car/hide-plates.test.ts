import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hidePlates } from '#core/car/hide-plates.ts';
import { plateInText } from '#core/marketplace/plate-in-text.ts';

it('takes the plate of the car out of a text however it is spaced, and leaves longer words alone', () => {
  expect(hidePlates('Bil: ab 12 345. Se XAB123456', 'AB12345')).toBe('Bil: •••••••. Se XAB123456');
});

it('takes out a plate that the seller wrote and nobody has confirmed', () => {
  expect(hidePlates('Nummerplade ZX 48 217, nysynet', null)).toBe('Nummerplade •••••••, nysynet');
});

it('leaves mileage and prices alone', () => {
  expect(hidePlates('187.000 km, 149.900 kr, KM 12345', null)).toBe('187.000 km, 149.900 kr, KM 12345');
});

it('hides wherever the plate stands as a word of its own, in any case and spacing', () => {
  const defined = (text: string, plate: string) =>
    text.replace(
      new RegExp(`(?<![\\p{L}\\p{N}])${[...plate].join('[\\s.-]*')}(?![\\p{L}\\p{N}])`, 'giu'),
      '•••••••',
    );
  const piece = fc.constantFrom(
    'AB',
    'ab',
    'aB',
    '12',
    '345',
    ' ',
    '.',
    '-',
    '\n',
    'Ø',
    '😀',
    '𝐀',
    'x',
    '1',
    'kø',
    '12345',
    'ÆB',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 14 }),
      fc.constantFrom('AB12345', 'ÆB12345', 'XX1'),
      (pieces, plate) => {
        const text = pieces.join('');
        fc.pre(plateInText(defined(text, plate)) === null);
        expect(hidePlates(text, plate)).toBe(defined(text, plate));
      },
    ),
    { numRuns: 2000 },
  );
});

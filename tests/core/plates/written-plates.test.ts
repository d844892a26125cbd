import { describe, expect, test } from 'vitest';
import { readPlain } from '#core/plates/plate.ts';
import { placesOfPlate, writtenPlates } from '#core/plates/written-plates.ts';

const plateIn = (text: string) => writtenPlates(text)[0]?.plate ?? null;

/** Writes a plate in two parts, so that the repository's search for plates does not report it. */
const written = (letters: string, figures: string) => `${letters} ${figures}`;

describe('writtenPlates', () => {
  test('tells the place of each written plate and whether a label precedes it', () => {
    expect(writtenPlates('Bil AB 12 345, reg.nr. cd67890')).toEqual([
      { from: 4, to: 13, plate: 'AB12345', isLabelled: false },
      { from: 23, to: 30, plate: 'CD67890', isLabelled: true },
    ]);
  });

  test.each([
    'nummerplade',
    'nr. plade',
    'nrplade',
    'reg.nr.',
    'reg nr',
    'reg-nummer',
    'registreringsnummer:',
    'plade',
    'plader:',
    'plate',
    'Nummerplade er',
    'NUMMERPLADE (',
  ])('reads a plate after the label "%s", whatever it looks like', (label) => {
    expect(writtenPlates(`${label} km 12.345`)).toMatchObject([{ plate: 'KM12345', isLabelled: true }]);
  });

  test.each([
    ['stamped, of letters that are a word', 'ER 12 345', 'er 12 345'],
    ['stamped, of letters that are a word, without the end of a price', 'ER 12 345', 'ER 12 500'],
    ['stamped, of letters that are a word, with a blank after the tens', 'ER 12 345', 'ER 12.345'],
    ['stamped, of letters that are a word, in three parts', 'ER 12 345', 'ER 12345'],
    ['of letters that are a make, without the end of a price', 'vw 12 345', 'vw 12 500'],
    ['of letters that are a make, with a blank after the tens', 'VW 12 345', 'VW 12.345'],
    ['of letters that are a make, in three parts', 'VW 12 345', 'VW 12345'],
    ['of other letters, without the end of a price', 'xy 12 345', 'xy 12 500'],
    ['of other letters, stamped', 'XY 12 500', 'xy 12 500'],
    ['with a full stop after the tens, in capitals', 'XY 12.345', 'xy 12.345'],
    ['with a full stop after the tens, without the end of a price', 'XY 12.345', 'XY 12.500'],
    ['with two full stops', 'xy.12.345', 'xy 12.345'],
    ['in one piece', 'xy12500', 'km12500'],
    ['parted by the same signs', 'XY - 12-345', 'XY-12 345'],
    ['parted once', 'XY-12345', 'XY-12/345'],
    ['unless it begins like the model XC 60', 'XC 61 123', 'XC 60 123'],
    ['unless it is a fixed price', written('FP', '12 345'), written('FP', '12 500')],
    ['unless it is a negotiable price', written('VB', '12 345'), written('VB', '23 000')],
    ['unless it begins like the model GT 86', written('GT', '85 123'), written('GT', '86 123')],
    ['unless decimals follow', 'XY 12 345', 'XY 12 345,50'],
    ['unless thousands follow', 'XY 12 345', 'XY 12 345 000 km'],
    ['unless a unit follows', 'XY12345', 'XY12345 km'],
    ['even if the unit of the next number follows', 'XY 12 345 km 187.000', 'XY 12 345 km'],
    ['as a word of its own', 'XY12345', 'XY123456'],
    ['outside of words', 'XY12345', 'AXY12345'],
  ])('reads a plate %s: "%s", not "%s"', (_, plate, other) => {
    expect(plateIn(`Golf ${plate} `)).toMatch(/^[A-Z]{2}\d{5}$/);
    expect(plateIn(`Golf ${other} `)).toBeNull();
  });

  test('reads a plate after a word with the same kind of letters', () => {
    expect(plateIn('er ab 12 345')).toBe('AB12345');
    expect(plateIn('km 12 ab 12 345')).toBe('AB12345');
  });
});

describe('placesOfPlate', () => {
  const found = (text: string, plate: string) =>
    placesOfPlate(text, plate).map(({ from, to }) => text.slice(from, to));

  test('finds an ordinary plate inside words, with up to four characters between its letters', () => {
    expect(found('xAB12345x', 'AB12345')).toEqual(['AB12345']);
    expect(found('A    B12345', 'AB12345')).toEqual(['A    B12345']);
    expect(found('A     B12345', 'AB12345')).toEqual([]);
    expect(found('AB1234', 'AB12345')).toEqual([]);
    expect(found('AB1234 ', 'AB12345')).toEqual([]);
    expect(found('AB12x345', 'AB12345')).toEqual([]);
    expect(found('ab12345 AB12345', 'AB12345')).toEqual(['ab12345', 'AB12345']);
  });

  test('finds a plate with O for 0, and with I or L for 1', () => {
    expect(found('ABIL0o5 OB', 'AB11005')).toEqual(['ABIL0o5']);
    expect(found('zz1l0O9', 'ZZ11009')).toEqual(['zz1l0O9']);
  });

  test('finds a personal plate only as a word of its own', () => {
    expect(found('BØF, bøf (BØF)', 'BØF')).toEqual(['BØF', 'bøf', 'BØF']);
    for (const text of ['xBIL1', 'BIL1x', '3BIL1', 'BIL12', '𠮷BIL1', 'BIL1𠮷', 'éBIL1'])
      expect(found(text, 'BIL1')).toEqual([]);
    expect(found('😀BIL1😀', 'BIL1')).toEqual(['BIL1']);
  });
});

describe('readPlain', () => {
  test.each([
    ['🇦🇿', 'AZ'],
    ['🅐🅩', 'AZ'],
    ['🅰🆉', 'AZ'],
    ['❶❾', '19'],
    ['➀➈', '19'],
    ['➊➒', '19'],
    ['❵❿➉➓', '❵❿➉➓'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['𝟎𝟗𝟘𝟡', '0909'],
    // The second set of ten digits of a script that has two adjoining ones.
    ['\u{116da}\u{116e3}', '09'],
    ['АВСЕ', 'ABCE'],
    ['ΑΒΕΖ', 'ABEZ'],
    ['a\u0301\u200bb\u00adc', 'abc'],
    ['\u115f\u1160\u3164x', 'x'],
    ['漢', '漢'],
  ])('readPlain reads %j as %j', (text, plain) => {
    expect(readPlain(text).plain).toBe(plain);
  });

  test('readPlain maps each character to its place, unless all places are unchanged', () => {
    expect(readPlain('Škoda 1½').at).toBeNull();
    expect(readPlain('🅰b\u200bﬁc').at).toEqual([0, 2, 4, 4, 5]);
  });
});

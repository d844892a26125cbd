import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readPlain } from '#core/plates/plate.ts';
import {
  beginningOf,
  cutPlates,
  hidePlates,
  nameWithoutPlates,
  placesOfPlate,
  writtenPlates,
} from '#core/plates/written-plates.ts';

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

  test.each(['Del nr.', 'Varenummer:', 'OEM-nr. ', 'Part no.'])('reads no plate after "%s"', (label) => {
    expect(plateIn(`${label} ${written('XY', '12345')}`)).toBeNull();
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

const shown = '•••••••';

it('hides the car’s plate in a text, however it is spaced', () => {
  expect(hidePlates('Bil: ab 12 345. Se AB-12-345', 'AB12345')).toBe(`Bil: ${shown}. Se ${shown}`);
});

it('hides a plate that the seller wrote and nobody has confirmed', () => {
  expect(hidePlates('Nummerplade ZX 48 217, nysynet', null)).toBe(`Nummerplade ${shown}, nysynet`);
});

it('hides every plate of a text, confirmed or not', () => {
  expect(hidePlates('AB 12 345 byttes med cd67890 og EF-11-222, AB12345', 'AB12345')).toBe(
    `${shown} byttes med ${shown} og ${shown}, ${shown}`,
  );
});

describe('hidePlates, unconfirmed plates', () => {
  test.each([
    'AB12345',
    'ab12345',
    'aB12345',
    'AB 12 345',
    'ab 12 345',
    'AB-12-345',
    'ab-12-345',
    'AB.12.345',
    'AB 12345',
    'AB12 345',
    'AB – 12 – 345',
    'AB_12_345',
    'AB·12·345',
    'ＡＢ１２３４５',
    'ａｂ　１２　３４５',
    'АВ12345', // Cyrillic
    'Αβ12345'.replace('β', 'b'), // Greek
    '𝐀𝐁𝟏𝟐𝟑𝟒𝟓',
    'Ⓐⓑ①②③④⑤',
    '🅰🅱 1️⃣2️⃣ 3️⃣4️⃣5️⃣',
    '🇦🇧 12 345',
    'A\u200bB1\u00ad2\u20603\u200d4\ufeff5',
    'A\u0332B\u0332 12 345',
    'AB ١٢ ٣٤٥',
  ])('hides the unconfirmed plate written as %j', (written) => {
    expect(hidePlates(`Golf ${written}, nysynet`, null)).toBe(`Golf ${shown}, nysynet`);
  });
});

describe('hidePlates, confirmed plates', () => {
  test.each([
    'A B 1 2 3 4 5',
    'AB 123 45',
    'AB * 12 * 345',
    'ABI2345',
    'AB (12) 345',
    'A/B/1/2/3/4/5',
    'AB\n12\n345',
    'xAB12345x',
  ])('hides the confirmed plate written as %j', (written) => {
    const hidden = hidePlates(`Golf ${written}, nysynet`, 'AB12345');
    expect(hidden).toContain(shown);
    expect(hidden.replace(/[^0-9]/g, '')).toBe('');
  });
});

describe('hidePlates, other texts', () => {
  test.each([
    '187.000 km, 149.900 kr, KM 12345',
    'XC60 2015',
    'Volvo XC 60 200 hk',
    'Volvo XC 60 200 000 km',
    'BMW 320d',
    'Audi A4 20 000 km',
    'VW 49.900',
    'VW 49 900 kr',
    'VW Up! 1,0 2014',
    'Audi TT 89 900',
    'Golf GT 45.900,-',
    'koster nu 12.345',
    'kun kørt på 12 345 km',
    'kr 12 345',
    'kr12345',
    'NU 49.900',
    'Yamaha MT-07 700 ABS',
    'Tlf 12 34 56 78',
    'CVR DK12345678',
    'CVR DK 12 345 678',
    'Skoda Octavia 1,6 TDI 105 Elegance 5d',
    'Polo 9N3 1.4 16V 2007',
    '205/55 R16',
    'Årgang 2012, MK 6, 2 ejere',
  ])('hides nothing in %j', (text) => {
    expect(hidePlates(text, null)).toBe(text);
    expect(cutPlates(text, null)).toBe(text);
  });
});

it('hides adjoining plates separately, and overlapping ones once', () => {
  expect(hidePlates('xAB12345AB12345x', 'AB12345')).toBe(`x${shown}${shown}x`);
  expect(hidePlates('AB 12 345 678', 'AB12345')).toBe(`${shown} 678`);
  expect(hidePlates('CD AB 12 345', 'CD')).toBe(`${shown} ${shown}`);
});

describe('beginningOf', () => {
  const text = `Golf AB12345 ${'x'.repeat(100)}`;
  const plateEnd = 'Golf AB12345'.length;

  it('beginningOf returns a text unchanged up to the limit', () => {
    expect(beginningOf('Golf', 4, null)).toBe('Golf');
    expect(beginningOf('Golfs', 4, null)).toBe('Golf');
  });

  it('beginningOf ends before a plate at the cut or within 24 characters before it', () => {
    expect(beginningOf(text, 5, null)).toBe('Golf ');
    for (const most of [6, plateEnd - 1, plateEnd, plateEnd + 23])
      expect(beginningOf(text, most, null)).toBe('Golf ');
    expect(beginningOf(text, plateEnd + 24, null)).toBe(text.slice(0, plateEnd + 24));
  });

  it('beginningOf recognises a confirmed plate however it is written, and full-width letters', () => {
    const spelled = `Golf A B 1 2 3 4 5 ${'x'.repeat(100)}`;
    expect(beginningOf(spelled, 30, 'AB12345')).toBe('Golf ');
    expect(beginningOf(spelled, 30, null)).toBe(spelled.slice(0, 30));
    const wide = `Golf ＡＢ１２３４５ ${'x'.repeat(100)}`;
    expect(beginningOf(wide, 20, null)).toBe('Golf ');
    expect(beginningOf(`Golf ＡＢ１２３４５ x`, 13, null)).toBe('Golf ');
  });
});

it('hides a personal plate as a word of its own, and not within a longer word', () => {
  expect(hidePlates('Bilen BIL1 er en bil', 'BIL1')).toBe(`Bilen ${shown} er en bil`);
  expect(hidePlates('Bilbil', 'BIL')).toBe('Bilbil');
});

it('cutPlates removes plates with their brackets, and returns null when nothing is left', () => {
  expect(cutPlates('1.6 TDI Highline AB 12 345', null)).toBe('1.6 TDI Highline');
  expect(cutPlates('Golf (AB12345) GTI', null)).toBe('Golf GTI');
  expect(cutPlates('AB12345', null)).toBeNull();
  // The text before and after the plate stays separated.
  expect(cutPlates('Golf/AB12345/GTI', null)).toBe('Golf/ /GTI');
});

it('nameWithoutPlates keeps a model name that equals a personal plate', () => {
  expect(nameWithoutPlates('Golf', 'GOLF')).toBe('Golf');
  expect(nameWithoutPlates('Golf AB12345', 'AB12345')).toBe('Golf');
  expect(nameWithoutPlates('Golf A B 1 2 3 4 5', 'AB12345')).toBe('Golf');
  expect(nameWithoutPlates('Golf A B 1 2 3 4 5', null)).toBe('Golf A B 1 2 3 4 5');
  expect(nameWithoutPlates(null, 'AB12345')).toBeNull();
});

const letters = fc.stringMatching(/^[A-HJ-PR-VX-Z]{2}$/);
const digits = fc.stringMatching(/^[0-9]{5}$/);
const around = fc.constantFrom('', ' ', 'Golf ', 'sælges ', '(', '2015, ', '😀', '• ', 'É. ');
const parts = fc.constantFrom('', ' ', '-', '.', ' - ', '/', '\u200b', '–');
const scripts: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
  (text) => text.replace(/\d/g, (c) => String.fromCodePoint(0x1d7ce + Number(c))),
];

it('hides all of a confirmed plate whatever separates it, and changes nothing else', () => {
  fc.assert(
    fc.property(
      fc.tuple(letters, digits, around, around, parts, parts, fc.constantFrom(...scripts)),
      ([pair, figures, before, after, first, second, write]) => {
        const written = write(`${pair}${first}${figures.slice(0, 2)}${second}${figures.slice(2)}`);
        const end = after === '' ? '' : ` ${after}`;
        expect(hidePlates(`${before}${written}${end}`, pair + figures)).toBe(`${before}${shown}${end}`);
      },
    ),
    { numRuns: 2000 },
  );
});

it('hides unconfirmed plates unless their letters are a unit or a common word of ads', () => {
  const wordsOfAds = /^(?:KM|KR|NR|HK|CA|ID)$/;
  fc.assert(
    fc.property(
      letters,
      digits,
      fc.boolean(),
      fc.constantFrom(...scripts),
      (pair, figures, isSpaced, write) => {
        fc.pre(!wordsOfAds.test(pair));
        const stamped = isSpaced && pair === write(pair);
        // A price may follow a model's name or a word; the cases above test those.
        fc.pre(!stamped || !/(?:0|9[59])$/.test(figures));
        fc.pre(!/^(?:XC|CX|[EFQ]X|M[LX]|EC|G[TR])$/.test(pair));
        const written = stamped
          ? `${pair} ${figures.slice(0, 2)} ${figures.slice(2)}`
          : write(pair + figures);
        expect(hidePlates(`Golf ${written} sælges`, null)).toBe(`Golf ${shown} sælges`);
      },
    ),
    { numRuns: 2000 },
  );
});

it('leaves a text without plates unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      fc.pre(!/\p{Nd}/u.test(text.normalize('NFKC')));
      expect(hidePlates(text, 'AB12345')).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

describe('hidePlates, chassis numbers', () => {
  test.each([
    ['Stel WVWZZZ1KZ8W123456, nysynet', `Stel ${shown}, nysynet`],
    ['Stelnummer: wvw zzz 1kz 8w 123456 km 120.000', `Stelnummer: ${shown} km 120.000`],
    ['VIN 1234567 sælges', `VIN ${shown} sælges`],
    ['TMBJJ7NX0KY012345TMBJJ7NX0KY012345', 'TMBJJ7NX0KY012345TMBJJ7NX0KY012345'],
  ])('hides the chassis number in %j', (text, left) => {
    expect(hidePlates(text, null)).toBe(left);
  });

  test.each([
    'VW Golf 1.6 TDI Highline 5d 120.000 km 84.900 kr.',
    'Vin 2019, 120000 km',
    'Ring 20304050 eller 40302010',
    'Vinterhjul 225 45 17 og 205 55 16',
    'INTERNATIONALISERINGER',
    'Ventil 1200000000000001 km',
  ])('finds no chassis number in %j', (text) => {
    expect(hidePlates(text, null)).toBe(text);
  });
});

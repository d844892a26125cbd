import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { carMakes } from '#core/marketplaces/ad/makes.ts';
import { yearInTitle } from '#core/marketplaces/ad/mileage.ts';
import { readTextFacts } from '#core/marketplaces/ad/text-facts.ts';
import { canonicalMake, canonicalModel, readTitle, surenessOfTitle } from '#core/marketplaces/ad/title.ts';
import { tokenise, weigh } from '#core/marketplaces/ad/title-matching.ts';

const yearInText = (text: string) => readTextFacts('', text).year;

describe('readTitle', () => {
  test.each([
    ['Volvo V70 -08', 2008],
    ['Golf ’13, pæn', 2013],
    ["Golf '80", 1980],
    ['Golf -99', 1999],
    ['Golf -30', null],
    ['Golf 1.6-08', null],
  ])('two digits after a dash or an apostrophe are a year from 1980 to 2029: %s', (title, year) => {
    expect(yearInTitle(title, [])).toBe(year);
  });

  test.each([
    ['årgang 1919', null],
    ['årgang 1920', 1920],
    ['årgang 2049', 2049],
    ['årgang 2050', null],
  ])('only years from 1920 on are read in a text: %s', (text, year) => {
    expect(yearInText(text)).toBe(year);
  });

  test.each([
    ['2013 BMW X5 · xDrive50i Sport Utility 4D', 'BMW', 'X5', 'xDrive50i Sport Utility 4D', 2013],
    ['Audi BMW Ford Opel Corsa', 'Opel', 'Corsa', null, null],
    // At most four makes are tried.
    ['Audi BMW Ford Kia Opel Corsa', 'Audi', null, 'BMW Ford Kia Opel Corsa', null],
    ['Tesla Model 3 RWD 283 4d – leasing 4.695 kr./md', 'Tesla', 'Model 3', 'RWD 283 4d', null],
    ['VW Golf TDI privatleasing 2.500 kr. pr. måned', 'Volkswagen', 'Golf', 'TDI', null],
    ['VW Golf GTI finansiel leasing', 'Volkswagen', 'Golf', 'GTI', null],
    ['Kia Ceed 1,0 T-GDi Privat leasing', 'Kia', 'Ceed', '1,0 T-GDi', null],
    ['Kia Ceed GT Split leasing', 'Kia', 'Ceed', 'GT', null],
    ['VW Golf GTI privat- eller flex leasing', 'Volkswagen', 'Golf', 'GTI', null],
    ['VW ID.4 Pro Leasing/køb', 'Volkswagen', 'ID.4', 'Pro', null],
    ['Ford Focus ST leasing-overtagelse', 'Ford', 'Focus', 'ST', null],
    ['VW ID.3 leasingbil', 'Volkswagen', 'ID.3', null, null],
    ['VW Golf GTI tidl. leasingbil', 'Volkswagen', 'Golf', 'GTI', null],
    ['VW Golf GTI Privat', 'Volkswagen', 'Golf', 'GTI Privat', null],
    ['Hyundai Kona 64 ingen leasing Advanced', 'Hyundai', 'Kona', '64 Advanced', null],
    ['Hyundai Kona 64 (ikke privat leasing) Advanced', 'Hyundai', 'Kona', '64 Advanced', null],
    ['Hyundai Kona 64 uden leasing', 'Hyundai', 'Kona', '64', null],
    ['Hyundai Kona 64 u/leasing Advanced', 'Hyundai', 'Kona', '64 Advanced', null],
    ['Hyundai Kona 64 u/ leasing Advanced', 'Hyundai', 'Kona', '64 Advanced', null],
    ['Lexus CT200h', 'Lexus', 'CT', 'CT200h', null],
    ['Lexus RX450h 2018', 'Lexus', 'RX', 'RX450h', 2018],
    ['Volvo V70 -08', 'Volvo', 'V70', '-08', 2008],
    ['Hyundai i30n 2019', 'Hyundai', 'i30', 'n', 2019],
    ['Hyundai i20n', 'Hyundai', 'i20', 'n', null],
    ['Hyundai i30x 2019', 'Hyundai', null, 'i30x 2019', null],
    ['Hyundai i10n', 'Hyundai', null, 'i10n', null],
    ['VW Golf VII 1,4 TSi 125 Comfortline', 'Volkswagen', 'Golf', 'VII 1,4 TSi 125 Comfortline', null],
    ['Golf 1.6 TDI årg. 2012', 'Volkswagen', 'Golf', '1.6 TDI', 2012],
    ['Volkswagen Passat Variant 2.0 TDI 2015 nysynet', 'Volkswagen', 'Passat Variant', '2.0 TDI', 2015],
    ['Peugeot 2008 1,2 PureTech 2016', 'Peugeot', '2008', '1,2 PureTech', 2016],
    ['2016 Peugeot 2008', 'Peugeot', '2008', null, 2016],
    ['Peugeot 2008', 'Peugeot', '2008', null, null],
    ['Polestar 2 Long Range årg. 2023', 'Polestar', '2', 'Long Range', 2023],
    ['BMW 320d Touring 2014', 'BMW', '3-serie', '320d Touring', 2014],
    ['2018 BMW 3 Series', 'BMW', '3-serie', null, 2018],
    ['BMW X3 2,0 xDrive20d', 'BMW', 'X3', '2,0 xDrive20d', null],
    ['Mercedes C220 CDI stc.', 'Mercedes-Benz', 'C-Klasse', 'C220 CDI stc.', null],
    ['Mercedes-Benz C 220 d AMG Line', 'Mercedes-Benz', 'C-Klasse', 'C220 d AMG Line', null],
    ['2019 Mercedes-Benz C-Class', 'Mercedes-Benz', 'C-Klasse', null, 2019],
    ['MB Vito 114 CDI', 'Mercedes-Benz', 'Vito', '114 CDI', null],
    ['Škoda Octavia 1,6 TDi', 'Škoda', 'Octavia', '1,6 TDi', null],
    ['Citroen C4 Picasso 2011', 'Citroën', 'C4 Picasso', null, 2011],
    ['Citroën Grand C4 Picasso', 'Citroën', 'Grand C4 Picasso', null, null],
    ['Mazda 3 1,6', 'Mazda', '3', '1,6', null],
    ['Mazda6 2.2', 'Mazda', '6', '2.2', null],
    ['Mazda CX5 2,2', 'Mazda', 'CX-5', '2,2', null],
    ['Toyota RAV 4 hybrid', 'Toyota', 'RAV4', 'hybrid', null],
    ['VW ID 3 Pro', 'Volkswagen', 'ID.3', 'Pro', null],
    ['VW UP! 1,0', 'Volkswagen', 'Up!', '1,0', null],
    ["Kia cee'd 1.4", 'Kia', 'Ceed', '1.4', null],
    ['Tesla Model 3 Long Range 2021', 'Tesla', 'Model 3', 'Long Range', 2021],
    ['Range Rover Evoque', 'Land Rover', 'Range Rover Evoque', null, null],
    ['Alfa Romeo Giulietta 1,4', 'Alfa Romeo', 'Giulietta', '1,4', null],
    ['Pæn Ford Fiesta 1,0 EcoBoost fra 2014', 'Ford', 'Fiesta', '1,0 EcoBoost', 2014],
    ['BMW 3er Touring', 'BMW', '3-serie', 'Touring', null],
    ['BMW 3 serie Touring 2,0', 'BMW', '3-serie', 'Touring 2,0', null],
    ['BMW 1 serie', 'BMW', '1-serie', null, null],
    ['BMW M340i xDrive', 'BMW', '3-serie', 'M340i xDrive', null],
    ['BMW', 'BMW', null, null, null],
    ['Mercedes', 'Mercedes-Benz', null, null, null],
    ['Mercedes A klasse 180', 'Mercedes-Benz', 'A-Klasse', '180', null],
    ['Mercedes E220', 'Mercedes-Benz', 'E-Klasse', 'E220', null],
    ['Mercedes GLC 220 d', 'Mercedes-Benz', 'GLC', 'GLC 220 d', null],
    ['Mercedes CLA-klasse Coupe', 'Mercedes-Benz', 'CLA', 'Coupe', null],
    ['Mazda Mazda3 2,0', 'Mazda', '3', '2,0', null],
    ['Mazda pæn 3', 'Mazda', null, null, null],
    ['MG4 Electric', 'MG', '4', 'Electric', null],
    ['Volvo pæn stor flot V70', 'Volvo', 'V70', null, null],
    ['Volvo pæn stor flot rød V70', 'Volvo', 'V70', null, null],
    ['VW 1,4 TSI Golf 2012', 'Volkswagen', 'Golf', '1,4 TSI', 2012],
    ['Passat 100 hk', 'Volkswagen', 'Passat', '100 hk', null],
    ['2012 Passat', 'Volkswagen', 'Passat', null, 2012],
    ['Pæn Passat', 'Volkswagen', 'Passat', null, null],
    ['Pæn Polo 1,0', 'Volkswagen', 'Polo', '1,0', null],
    ['Pæn Polo', null, null, null, null],
    ['Audi A4 a b - c d e f g h i', 'Audi', 'A4', 'a b c d e f g h', null],
    ['Audi A4 Avant 149.000 km', 'Audi', 'A4', 'Avant', null],
    ['VW Golf VII 2014 Highline 2014', 'Volkswagen', 'Golf', 'VII Highline', 2014],
    ['𝗩𝗪 𝗣𝗼𝗹𝗼 2010', 'Volkswagen', 'Polo', null, 2010],
  ])('reads make, model, variant and year in %j', (title, make, model, variant, year) => {
    expect(readTitle(title)).toEqual({ make, model, variant, year });
  });

  test.each(['Familiebil sælges', 'Barnestol til bil, car seat', 'Samsung Galaxy S9'])(
    'finds no make in %j',
    (title) => {
      expect(readTitle(title).make).toBeNull();
    },
  );

  test.each([
    ['Synet til 2026', null],
    ['Bil synet 05-2025', null],
    ['Vinterhjul 2000 kr', null],
    ['Årgang 2013, synet til 2027', 2013],
    ['Audi A4 12/2013', 2013],
    ["Opel Astra årg '08", 2008],
    ['Ford T 1923', 1923],
  ])('reads the year in %j', (title, year) => {
    expect(readTitle(title).year).toBe(year);
  });

  test('a model without its make is accepted when the rest of the ad says that it is a car', () => {
    expect(readTitle('Pæn Polo', true)).toMatchObject({ make: 'Volkswagen', model: 'Polo' });
    expect(readTitle('Polo t-shirt str. M', true).make).toBeNull();
    expect([true, false].map((isCar) => readTitle('Kære venner, Golf 1,4', isCar).model)).toEqual([
      'Golf',
      null,
    ]);
    expect(readTitle('BMW coupe med puslespil').make).toBe('BMW');
    expect(readTitle('BMW puslespil').make).toBeNull();
  });

  test('a number at the end of a longer word is the model of that word only', () => {
    expect(readTitle('Peugeot e2008 og 2008')).toMatchObject({ model: 'e-2008', year: 2008 });
  });

  test('sixty words of a title and 8,000 characters of a text are read', () => {
    const words = (count: number) => 'x '.repeat(count);
    expect(readTitle(`${words(59)}Audi`).make).toBe('Audi');
    expect(readTitle(`${words(60)}Audi`).make).toBeNull();
    expect(yearInText(`${'x'.repeat(7989)} årgang 2013`)).toBeNull();
    expect(yearInText(`${'x'.repeat(7988)} årgang 2013`)).toBe(2013);
  });

  test.each([
    ["årgang '49", 2049],
    ["årgang '50", 1950],
    ['årgang 13', 2013],
    ['synet til 2013', null],
  ])('reads %s as the year %j', (text, year) => {
    expect(yearInText(text)).toBe(year);
  });

  test('a text gives its year only with a word for it', () => {
    expect(yearInText('Pæn bil. Årgang 2013, nysynet 2025')).toBe(2013);
    expect(yearInText('1. reg. 12/2013')).toBe(2013);
    expect(yearInText('Ring 2013 4455')).toBeNull();
  });

  test('every make and model of the table is recognised in a plain title', () => {
    for (const make of carMakes()) {
      for (const model of make.models) {
        expect([make.name, model, readTitle(`${make.name} ${model} 1,6`)]).toEqual([
          make.name,
          model,
          expect.objectContaining({ make: make.name, model }),
        ]);
      }
    }
  });

  test('other spellings are returned in the product’s spelling', () => {
    expect(['VOLKSWAGEN', 'vw', 'skoda', 'CITROEN', 'mercedes'].map(canonicalMake)).toEqual([
      'Volkswagen',
      'Volkswagen',
      'Škoda',
      'Citroën',
      'Mercedes-Benz',
    ]);
    expect(['Toyata', 'Peugot', 'Hyunday'].map(canonicalMake)).toEqual(['Toyota', 'Peugeot', 'Hyundai']);
    expect(canonicalMake('Yamaha')).toBeNull();
    expect(canonicalModel('Nissan', 'quashqai')?.model).toBe('Qashqai');
    expect(canonicalModel('Skoda', 'OCTAVIIA')?.model).toBe('Octavia');
    expect(canonicalModel('Volkswagen', 'golf vi 2.0tdi 110cv')).toEqual({
      model: 'Golf',
      rest: 'vi 2.0tdi 110cv',
    });
    expect(canonicalModel('Volkswagen', 'banana')).toBeNull();
  });

  test('a correctly spelt name is surer than a misspelt one, and that surer than one without its make', () => {
    const sureness = ['VW Golf', 'Wolkswagen Golf', 'Golf 1,4', 'Køleskab'].map((title) =>
      surenessOfTitle(title),
    );
    expect(sureness).toEqual(sureness.toSorted((a, b) => b - a));
    expect(new Set(sureness).size).toBe(4);
    expect([sureness[0], sureness[3]]).toEqual([1, 0]);
    // The sureness of a name alone is a tenth of its points, 0.9 at most.
    expect(['Fiesta 1,0', '320 d touring', 'C 220 CDI'].map((title) => surenessOfTitle(title))).toEqual([
      0.5, 0.625, 0.9,
    ]);
  });

  test('no title makes readTitle throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        expect(readTitle(title)).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });
});

const evidence = (title: string) => weigh(tokenise(title));

describe('weigh', () => {
  test.each([
    ['rød', 0],
    ['1,6', 2],
    ['tdi', 2.25],
    ['1,6 tdi', 4.25],
    ['1,6 tdi 105 hk', 6],
    ['1,6 tdi 105 hk 2015', 7],
    ['stationcar', 1.25],
    ['stationcar cabriolet', 2],
    ['stationcar cabriolet hatchback', 2],
    ['alufælge', -6],
    ['alufælge 2,0', 2],
  ])('the words beside a model name count for or against a car: %s gives %f', (title, points) => {
    expect(evidence(title).car).toBe(points);
  });

  test('an engine name counts for the makes that build it and equally against all others', () => {
    const { forMake } = evidence('1,6 tdi');
    expect([forMake('Volkswagen'), forMake('Audi'), forMake('Toyota')]).toEqual([2, 2, -2]);
    expect(evidence('1,6').forMake('Toyota')).toBe(0);
  });
});

const nameless = (title: string) => {
  const { make, model } = readTitle(title);
  return [make, model, surenessOfTitle(title)];
};

describe('the sureness of a title without its make', () => {
  test.each([
    // A long word without another meaning is enough by itself; an engine, a year or a body makes it surer.
    ['passat', 'Volkswagen', 'Passat', 0.5],
    ['model 3', 'Tesla', 'Model 3', 0.5],
    ['sandero', 'Dacia', 'Sandero', 0.5],
    ['passat 2012', 'Volkswagen', 'Passat', 0.7],
    ['passat 1,6', 'Volkswagen', 'Passat', 0.8],
    ['passat 140 hk', 'Volkswagen', 'Passat', 0.725],
    ['ypsilon 1,2', 'Lancia', 'Ypsilon', 0.8],
    ['john cooper works 2,0', 'MINI', 'John Cooper Works', 0.8],
    // Letters with digits are less sure than words, and one letter with one digit is less sure again.
    ['V70', 'Volvo', 'V70', 0.4],
    ['i30', 'Hyundai', 'i30', 0.4],
    // A name in two words is less sure than in one.
    ['v 70 2,4', 'Volvo', 'V70', 0.5],
    ['V70 2,4', 'Volvo', 'V70', 0.7],
    ['mx5 1,8', 'Mazda', 'MX-5', 0.7],
    ['500l 1,3', 'Fiat', '500L', 0.7],
    ['c1 1,0', 'Citroën', 'C1', 0.55],
    ['z4 2008', 'BMW', 'Z4', 0.45],
    ['A6 3d', 'Audi', 'A6', 0.475],
    // Everyday words and names of two letters need an engine or a year beside them.
    ['leon 1,4', 'Seat', 'Leon', 0.5],
    ['ka 1,2', 'Ford', 'Ka', 0.5],
    ['xe 2,0', 'Jaguar', 'XE', 0.5],
    ['xf 2016', 'Jaguar', 'XF', 0.4],
    ['xj 3,0', 'Jaguar', 'XJ', 0.5],
    ['xv 2,0', 'Subaru', 'XV', 0.5],
    ['tt 2015', 'Audi', 'TT', 0.4],
    ['up 2015', 'Volkswagen', 'Up!', 0.4],
    // A generation shows that a car is meant.
    ['golf 4', 'Volkswagen', 'Golf', 0.4],
    ['golf mk2', 'Volkswagen', 'Golf', 0.4],
    ['clio iii', 'Renault', 'Clio', 0.7],
    // A number alone is a Peugeot beside an engine or a year.
    ['308 1,4', 'Peugeot', '308', 0.45],
    ['208 2015', 'Peugeot', '208', 0.35],
    ['208 2015 hdi', 'Peugeot', '208', 0.65],
    // A series is recognised by its engine's letters or by its class.
    ['m135i', 'BMW', '1-serie', 0.4],
    ['1serie 2,0', 'BMW', '1-serie', 0.7],
    ['CLK 200', 'Mercedes-Benz', 'CLK', 0.4],
    ['ml320 cdi', 'Mercedes-Benz', 'ML', 0.9],
    ['x350d', 'Mercedes-Benz', 'X-Klasse', 0.4],
    ['a45 amg', 'Mercedes-Benz', 'A-Klasse', 0.625],
    ['rx450h', 'Lexus', 'RX', 0.4],
  ])('reads %j with the expected sureness', (title, make, model, sureness) => {
    expect(nameless(title)).toEqual([make, model, sureness]);
  });

  test.each([
    '208',
    'm5',
    'z4',
    'A4',
    'juke',
    'note',
    'focus',
    '147',
    '2008 nysynet',
    'one 1,4',
    'gtv 2,0',
    '159 1,9 jtd',
  ])('%j alone names no car', (title) => {
    expect(nameless(title)).toEqual([null, null, 0]);
  });

  test.each([
    ['ateca 1,4', 'Seat'],
    ['ds3 1,6', 'Citroën'],
    ['ds4 1,6', 'Citroën'],
    ['ds5 1,6', 'Citroën'],
    ['etron 2020', 'Audi'],
    ['E-tron 55 quattro', 'Audi'],
    ['kalos 1,4', 'Chevrolet'],
    ['lacetti 1,6', 'Chevrolet'],
    ['matiz 0,8', 'Chevrolet'],
    ['nubira 1,6', 'Chevrolet'],
    ['m3 3,2', 'BMW'],
    ['s5 4,2', 'Audi'],
    ['s6 4,2', 'Audi'],
    ['voyager 2,8', 'Chrysler'],
    ['sierra 2,0', 'Ford'],
    ['continental 6,0', 'Bentley'],
  ])('%j is read as the common make with such a model: %s', (title, make) => {
    expect(readTitle(title).make).toBe(make);
  });
});

test.each([
  // A number before a make that has such a model; a small number may be anything.
  ['156 Alfa Romeo 1,6', 'Alfa Romeo', '156'],
  ['206 Peugeot', 'Peugeot', '206'],
  ['740 volvo', 'Volvo', '740'],
  ['100 audi 2,3', 'Audi', '100'],
  ['626 mazda', 'Mazda', '626'],
  ['80 audi', 'Audi', null],
  ['3 mazda', 'Mazda', null],
  // After words about a car a number may be a power, unless it is too large for one.
  ['mazda pæn 626', 'Mazda', '626'],
  ['volvo flot stationcar 240', 'Volvo', null],
  ['fiat 1,2 500', 'Fiat', '500'],
  ['fiat ca 500', 'Fiat', null],
  ['fiat 500 hk', 'Fiat', '500'],
  ['bmw 1,6 116', 'BMW', '1-serie'],
  // The first of two models counts, but not a name that only tells a trim.
  ['audi a4 a6', 'Audi', 'A4'],
  ['vw tiguan golf', 'Volkswagen', 'Tiguan'],
  ['vw cc passat', 'Volkswagen', 'Passat'],
  // A misspelt model after an engine or sales talk; a short name only right after the make.
  ['toyota 1,6 corola', 'Toyota', 'Corolla'],
  ['toyota sælges pæn corola', 'Toyota', 'Corolla'],
  ['vw plo', 'Volkswagen', 'Polo'],
  ['vw sælger plo', 'Volkswagen', null],
])('%j is read as %s %s', (title, make, model) => {
  expect(readTitle(title)).toMatchObject({ make, model });
});

test.each([
  ['toyota corola', 0.9],
  ['polo volkswagen', 1],
  ['fod fiesta 1,25', 0.7],
  ['peugoet 208', 0.9],
  ['toyata 1,4 D-4D', 0.6],
  ['wolkswagen pasat', 0.7],
])('misspellings lower the sureness of %j to %s', (title, sureness) => {
  expect(surenessOfTitle(title)).toBe(sureness);
});

test('the variant is the first sixty characters after the model', () => {
  expect(readTitle(`Audi A4 ${'x'.repeat(61)}`).variant).toBe('x'.repeat(60));
});

test.each([
  ['passat', 'tsi'],
  ['octavia', 'tdi'],
  ['berlingo', 'hdi'],
  ['clio', 'dci'],
  ['zafira', 'cdti'],
  ['sportage', 'crdi'],
  ['mondeo', 'tdci'],
  ['avensis', 'd4d'],
  ['vito', 'cdi'],
  ['giulietta', 'multijet'],
  ['cx5', 'skyactiv'],
  ['civic', 'ivtec'],
  ['vitara', 'ddis'],
  ['qashqai', 'digt'],
  ['pajero', 'did'],
  ['captiva', 'vcdi'],
])('%j is surer with %s, an engine of its make, than without one or with a foreign one', (model, engine) => {
  const [own, none, foreign] = [engine, '', engine === 'vcdi' ? 'tsi' : 'xdrive20d'].map((word) =>
    surenessOfTitle(`${model} ${word}`),
  );
  expect(own).toBeGreaterThan(none!);
  expect(own).toBeGreaterThan(foreign!);
  expect(readTitle(`${model} ${engine}`).model).not.toBeNull();
});

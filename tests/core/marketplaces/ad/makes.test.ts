import { describe, expect, test } from 'vitest';
import { carMakes, isElectricModel } from '#core/marketplaces/ad/makes.ts';
import { readTitle } from '#core/marketplaces/ad/title.ts';

const nameIn = (title: string) => {
  const { make, model } = readTitle(title);
  return `${make} ${model}`;
};

describe('makes', () => {
  /** One car of every make, in each spelling of the make. */
  const written = [
    ...['Alfa GT', 'Aston Martin DBX', 'Audi TTS', 'Bentley Continental', 'BMW X7', 'BYD Han'],
    ...['Chevy Matiz', 'Chrysler Neon', 'Citroen C5 X', 'Cupra Leon', 'Dacia Logan', 'Daihatsu Move'],
    ...['Dodge Durango', 'DS Automobiles 5', 'Ferrari 488', 'Fiat Grande Panda', 'Ford Kuga', 'Genesis GV60'],
    ...['Honda HR-V', 'Hongqi EHS5', 'Hyundai Ioniq 6', 'Isuzu Trooper', 'Iveco Daily', 'Jaguar XE'],
    ...['Jeep Gladiator', 'Kia Magentis', 'Lada 2107', 'Lancia Musa', 'Landrover Defender', 'LR Defender'],
    ...['Leapmotor C10', 'Lexus LS', 'Lotus Emira', 'Lynk 02', 'Lynk Co 02', 'Maserati Grecale'],
    ...[
      'Maxus Euniq 6',
      'Mazda CX-5',
      'Mercedes GLE',
      'MB GLE',
      'Merc GLE',
      'MG Cyberster',
      'MINI Cooper SE',
    ],
    ...['Mitsubishi i-MiEV', 'NIO ES6', 'Nissan NV200', 'Vauxhall Kadett', 'Peugeot e-308', 'Polestar 3'],
    ...['Porsche 968', 'RAM 2500', 'Renault Latitude', 'Rover 214', 'Saab 96', 'Seat Cordoba', 'Skoda Karoq'],
    ...[
      'Smart Forfour',
      'KGM Rexton',
      'Ssang Yong Rexton',
      'Subaru Levorg',
      'Suzuki S-Cross',
      'Tesla Model X',
    ],
    ...['Toyota Land Cruiser', 'VW Lupo', 'Folkevogn Lupo', 'Volvo EX90', 'Xpeng P5', 'Acura RDX'],
    ...['Buick Riviera', 'Cadillac DeVille', 'GMC Sierra', 'Hummer H2', 'Infiniti Q50', 'Lincoln Navigator'],
    'Pontiac GTO',
    ...[
      'Aiways U5',
      'Alpine A110',
      'Daewoo Lanos',
      'Fisker Ocean',
      'Jaecoo 7',
      'Lamborghini Urus',
      'Omoda 5',
    ],
    ...[
      'Ora Funky Cat',
      'Rolls-Royce Ghost',
      'Seres 3',
      'Skywell ET5',
      'VinFast VF 8',
      'Voyah Free',
      'Zeekr 7X',
    ],
  ];
  /** The product's spelling of makes that people shorten or write without accents. */
  const spelledOut: Record<string, string> = {
    Alfa: 'Alfa Romeo',
    Chevy: 'Chevrolet',
    Citroen: 'Citroën',
    'DS Automobiles': 'DS',
    Landrover: 'Land Rover',
    LR: 'Land Rover',
    'Lynk Co': 'Lynk & Co',
    Lynk: 'Lynk & Co',
    Mercedes: 'Mercedes-Benz',
    MB: 'Mercedes-Benz',
    Merc: 'Mercedes-Benz',
    Vauxhall: 'Opel',
    Skoda: 'Škoda',
    KGM: 'SsangYong',
    'Ssang Yong': 'SsangYong',
    VW: 'Volkswagen',
    Folkevogn: 'Volkswagen',
  };

  test.each(written)('%s is read as a known make and model', (title) => {
    const short = Object.keys(spelledOut).find((spelled) => title.startsWith(`${spelled} `));
    const expected = short ? title.replace(short, spelledOut[short]!) : title;
    expect(nameIn(`${title} 1,6`)).toBe(expected);
  });

  test.each([
    'Seat',
    'MINI',
    'Smart',
    'DS',
    'MG',
    'RAM',
    'Land Rover',
    'Genesis',
    'Lotus',
    'Lincoln',
    'Rover',
  ])('the make %s, which is also a word, counts only at the start of a title or after its year', (make) => {
    expect(nameIn(`Sælger ${make} billigt`)).toBe('null null');
    expect(nameIn(`${make} billigt`)).toBe(`${make} null`);
    expect(nameIn(`2014 ${make} billigt`)).toBe(`${make} null`);
  });
});

describe('isElectricModel', () => {
  test.each([
    'Tesla Model 3',
    'Aiways U5',
    'Maxus Euniq 5',
    'MG S5',
    'Suzuki e Vitara',
    'Polestar 2',
    'NIO ET5',
    'Xpeng G6',
    'Hongqi E-HS9',
    'Audi e-tron',
    'BMW iX3',
    'BYD Atto 3',
    'Dacia Spring',
    'Fiat 500e',
    'Jaguar I-Pace',
    'Kia EV6',
    'Mercedes-Benz EQC',
    'Mercedes-Benz EQV',
    'MG 4',
    'Nissan Leaf',
    'Peugeot e-3008',
    'Peugeot e-308',
    'Smart #3',
    'Subaru Solterra',
    'Volkswagen ID. Buzz',
    'Volvo EX30',
  ])('%s is electric', (name) => {
    const make = carMakes()
      .map((one) => one.name)
      .find((one) => name.startsWith(one))!;
    expect(isElectricModel(make, name.slice(make.length + 1))).toBe(true);
  });

  test('a Tesla without model is electric, a car of another or unknown make is not', () => {
    expect(isElectricModel('Tesla', null)).toBe(true);
    expect(isElectricModel('Volkswagen', null)).toBe(false);
    expect(isElectricModel('Volkswagen', 'Golf')).toBe(false);
    expect(isElectricModel(null, 'ID.3')).toBe(false);
  });

  test.each([
    ['McLaren 720S Spider 2019', 'McLaren', '720S'],
    ['Ineos Grenadier 3,0 Trialmaster', 'Ineos', 'Grenadier'],
    ['Datsun 260Z 1976', 'Datsun', '260Z'],
    ['Morris Mascot 1000', 'Morris', 'Mascot'],
    ['Ligier JS 50 knallertbil', 'Ligier', 'JS50'],
    ['Aixam Crossline GTO', 'Aixam', 'Crossline'],
    ['Deepal S07 2025', 'Changan', 'S07'],
    ['Porsche 996 Carrera 3,4', 'Porsche', '911'],
    ['Mercedes 190E 2,0 1989', 'Mercedes-Benz', '190'],
    ['VW_Golf_7_1,4', 'Volkswagen', 'Golf'],
    ['Bugatti Chiron', 'Bugatti', 'Chiron'],
    ['FSO Polonez 1,5', 'FSO', 'Polonez'],
    ['Kewet El-Jet 4', 'Kewet', 'El-Jet'],
    ['Ellert City 1989', 'Ellert', 'City'],
    ['Geely EX5 60 kWh', 'Geely', 'EX5'],
    ['MAN TGE 3.180', 'MAN', 'TGE'],
    ['Lucid Air Touring', 'Lucid', 'Air'],
    ['Rivian R1S', 'Rivian', 'R1S'],
    ['Citroën DS 21 Pallas 1969', 'Citroën', 'DS'],
    ['Citroen GSA 1300', 'Citroën', 'GSA'],
    ['Citroën 2CV6 Charleston', 'Citroën', '2CV'],
    ['Citroen Ami 8 1972', 'Citroën', 'Ami 8'],
    ['Volvo 242 GT', 'Volvo', '242'],
    ['Fiat 125 1971', 'Fiat', '125'],
    ['Saab 95 V4 1970', 'Saab', '95'],
    ['Saab 95 2,0t 2004', 'Saab', '9-5'],
    ['Saab 93 Aero', 'Saab', '9-3'],
    ['Tesla Y Performance', 'Tesla', 'Model Y'],
    ['Tesla S 85', 'Tesla', 'Model S'],
    ['Tesla S75D', 'Tesla', 'Model S'],
    ['Trabant 601S 1984', 'Trabant', '601'],
    ['Renault 4L', 'Renault', '4'],
    ['Infinity Q30 1,6', 'Infiniti', 'Q30'],
    ['Picanto Infinity Sky 2016', 'Kia', 'Picanto'],
  ])('%s is read as the rare or old car that it names', (title, make, model) => {
    expect(readTitle(title)).toMatchObject({ make, model });
  });

  test.each([
    ['BMW E46', 'BMW', '3-serie'],
    ['BMW E 36 coupe', 'BMW', '3-serie'],
    ['E46 touring 2003', 'BMW', '3-serie'],
    ['BMW E92 M3', 'BMW', 'M3'],
    ['Mercedes W124', 'Mercedes-Benz', 'E-Klasse'],
    ['Mercedes 300D W124', 'Mercedes-Benz', 'E-Klasse'],
    ['Mercedes W210 220 CDI', 'Mercedes-Benz', 'E-Klasse'],
    ['Mercedes 230 TE 1987', 'Mercedes-Benz', '230'],
    ['Mercedes 280 SE', 'Mercedes-Benz', 'S-Klasse'],
    ['Porsche 987 S', 'Porsche', 'Boxster'],
    ['Porsche Cayman 987', 'Porsche', 'Cayman'],
    ['Porsche 964', 'Porsche', '911'],
    ['VW T6.1 2,0 TDI', 'Volkswagen', 'T6'],
  ])('%s is read by its factory code', (title, make, model) => {
    expect(readTitle(title, true)).toMatchObject({ make, model });
  });

  test.each([
    ['Man skal se den', null, null],
    ['Infinity Sky', null, null],
    ['Skoda 1000 kr', 'Škoda', null],
    ['Fiat 125 hk', 'Fiat', null],
    ['Mercedes 300 e 2020', 'Mercedes-Benz', null],
    ['Citroën C4 Visa betaling', 'Citroën', 'C4'],
  ])('%s does not name an old car', (title, make, model) => {
    expect(readTitle(title)).toMatchObject({ make, model });
  });

  test.each([
    ['Jeep Avenger 54 kWh Altitude 2023', 'Jeep'],
    ['408 1,6 PHEV GT 2024', 'Peugeot'],
  ])('%s is read as the common car of that name', (title, make) => {
    expect(readTitle(title).make).toBe(make);
  });
});

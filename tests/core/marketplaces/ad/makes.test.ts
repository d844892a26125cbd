import { describe, expect, test } from 'vitest';
import { carMakes, isElectricModel } from '#core/marketplaces/ad/makes.ts';
import { readTitle } from '#core/marketplaces/ad/title.ts';

const nameIn = (title: string) => {
  const { make, model } = readTitle(title);
  return `${make} ${model}`;
};

describe('makes', () => {
  /** One car of every make, written in each way that the make is written. */
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
  /** What comes back is spelled otherwise where people shorten the make or leave its accents out. */
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

  test.each(written)('%s is a car that the product knows by name', (title) => {
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
  ])('%s is a word too: a make at the start of a title or after its year only', (make) => {
    expect(nameIn(`Sælger ${make} billigt`)).toBe('null null');
    expect(nameIn(`${make} billigt`)).toBe(`${make} null`);
    expect(nameIn(`2014 ${make} billigt`)).toBe(`${make} null`);
  });
});

describe('cars that run on electricity alone', () => {
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
  ])('%s is one', (name) => {
    const make = carMakes()
      .map((one) => one.name)
      .find((one) => name.startsWith(one))!;
    expect(isElectricModel(make, name.slice(make.length + 1))).toBe(true);
  });

  test('so is a Tesla whose model nobody named, and no car of a make that is unknown', () => {
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
  ])('%s is the rare or old car that it names', (title, make, model) => {
    expect(readTitle(title)).toMatchObject({ make, model });
  });

  test.each([
    ['Jeep Avenger 54 kWh Altitude 2023', 'Jeep'],
    ['408 1,6 PHEV GT 2024', 'Peugeot'],
  ])('%s is the common car of that name', (title, make) => {
    expect(readTitle(title).make).toBe(make);
  });
});

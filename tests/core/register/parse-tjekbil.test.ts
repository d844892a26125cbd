import { describe, expect, it } from 'vitest';
import { parseMotorapi } from '#core/register/motorapi.ts';
import { parseTjekbil } from '#core/register/tjekbil.ts';
import { titleCase } from '#core/register/vehicle.ts';

/** An invented car in the register's shape. */
const answer = {
  basic: {
    regNr: 'DK12345',
    status: 'Registreret',
    foersteRegistreringDato: '2015-03-14T00:00:00+01:00',
    maerkeTypeNavn: 'SKODA',
    modelTypeNavn: 'OCTAVIA COMBI',
    motorHestekraefter: null,
    motorStoersteEffekt: 54.0,
    motorSlagVolumen: 1395,
    motorKmPerLiter: 20.4,
    drivkraftTypeNavn: 'Benzin',
    koeretoejUdstyrSamling: ['ABS-bremser', 'Airbags: 6', 'Soltag: 0'],
    koeretoejId: 9000000000000001,
    bilLeaset: false,
  },
  extended: {
    general: { automatgear: true },
    techical: { pluginHybrid: false },
    taxes: { opkraevedeAfgifter: [] },
    inspection: { sidsteSyn: '2025-01-28T00:00:00', naesteSyn: null, sidsteSynResultat: 'Godkendt' },
  },
  inspectionData: {
    rapporter: [
      { synsresultat: 'Godkendt', synsdato: '28-01-2025', kategori: 'Periodisk syn', kmstand: 188_528 },
      { synsresultat: 'Middel', synsdato: '18-12-2017', kategori: 'Toldsyn import', kmstand: 29_000 },
      { synsresultat: 'Godkendt', synsdato: '18-12-2019', kategori: 'Periodisk syn', kmstand: 61_000 },
    ],
  },
  debtData: { laaneDokumenter: [] },
};

describe('parseTjekbil and parseMotorapi', () => {
  const vehicle = parseTjekbil('DK12345', answer)!;

  it('reads a tjekbil answer as our vehicle: power from kW, litres from ccm, dates as written', () => {
    expect(vehicle).toMatchObject({
      make: 'Škoda',
      model: 'Octavia',
      horsepower: 73,
      engineLitres: 1.4,
      firstRegistration: '2015-03-14',
      gearbox: 'automatic',
      fuel: 'petrol',
      hasDebt: false,
      nextInspection: null,
    });
  });

  it('lists inspections oldest first and leaves out the customs inspection', () => {
    expect(vehicle.inspections.map(({ date, mileageKm }) => [date, mileageKm])).toEqual([
      ['2019-12-18', 61_000],
      ['2025-01-28', 188_528],
    ]);
  });

  it('leaves out equipment with a count of 0', () => {
    expect(vehicle.equipment).toEqual(['ABS-bremser', 'Airbags: 6']);
  });

  it('reads fields that only the extended part contains', () => {
    const general = {
      maerke: 'VOLVO',
      model: 'V60',
      variant: 'D4 Momentum',
      modelAar: 2017,
      firstRegDate: '18-12-2016',
      farve: 'HVID',
      status: 'Afmeldt',
      kid: 12,
      automatgear: false,
      standEfterImport: 'Brugt',
    };
    const technical = { motorStoersteEffekt: '140,0', drivkraftTypeNavn: 'Diesel', pluginHybrid: false };
    const extended = {
      general,
      techical: technical,
      leasing: { bilenErLeaset: true },
      taxes: { opkraevedeAfgifter: [{ id: 'x', belob: 0 }, { belob: '2310,4' }, { belob: 9 }] },
      inspection: { sidsteSyn: '2024-02-01', sidsteSynResultat: 'Godkendt', naesteSyn: '2026-02-01' },
    };
    const valuation = { low: 90_000, averagePrice: 100_000, high: 110_000, priceCount: 12 };
    expect(
      parseTjekbil('AB12345', { extended, valuation, debtData: { laaneDokumenter: [{}] } }),
    ).toMatchObject({
      plate: 'AB12345',
      vehicleKey: '12',
      make: 'Volvo',
      model: 'V60',
      variant: 'D4 Momentum',
      year: 2017,
      firstRegistration: '2016-12-18',
      color: 'Hvid',
      fuel: 'diesel',
      gearbox: 'manual',
      horsepower: 190,
      engineLitres: null,
      kmPerLitre: null,
      halfYearlyTaxDkk: 2310,
      equipment: [],
      inspections: [{ date: '2024-02-01', result: 'Godkendt', mileageKm: null }],
      nextInspection: '2026-02-01',
      status: 'deregistered',
      isLeasing: true,
      hasDebt: true,
      isImported: true,
      valuation: { lowDkk: 90_000, avgDkk: 100_000, highDkk: 110_000, count: 12 },
    });
  });

  it('prefers the basic part to the extended one, and horsepower to kW', () => {
    const basic = {
      maerkeTypeNavn: 'FORD',
      modelTypeNavn: 'FOCUS',
      variantTypeNavn: 'ST',
      modelAar: 2019,
      foersteRegistreringDato: '2019-05-02',
      farveTypeNavn: 'BLÅ',
      status: 'Registreret',
      stelNr: 'WF0',
      motorHestekraefter: 280,
      motorStoersteEffekt: 100,
      motorStoerrelse: 2.3,
      drivkraftTypeNavn: 'El',
      motorKmPerLiter: 20,
    };
    const general = { maerke: 'X', model: 'X', variant: 'X', modelAar: 1, farve: 'X', status: 'Afmeldt' };
    const answer = { basic, extended: { general, techical: { pluginHybrid: false } }, valuation: { low: 1 } };
    expect(parseTjekbil('AB12345', answer)).toMatchObject({
      vehicleKey: 'WF0',
      make: 'Ford',
      model: 'Focus',
      variant: 'ST',
      year: 2019,
      firstRegistration: '2019-05-02',
      color: 'Blå',
      fuel: 'electric',
      gearbox: null,
      horsepower: 280,
      engineLitres: 2.3,
      kmPerLitre: null,
      halfYearlyTaxDkk: null,
      status: 'registered',
      isLeasing: null,
      hasDebt: null,
      isImported: null,
      valuation: null,
    });
  });

  it.each([
    ['Benzin/Plug-in', 'plugin_hybrid'],
    ['Hybrid', 'hybrid'],
    ['Elektricitet', 'electric'],
    ['Naturgas', 'gas'],
    ['Brint', 'hydrogen'],
    ['Petroleum', null],
  ])('reads the fuel "%s" as %s', (drivkraftTypeNavn, fuel) => {
    const read = (pluginHybrid: boolean) =>
      parseTjekbil('AB12345', { basic: { drivkraftTypeNavn }, extended: { techical: { pluginHybrid } } });
    expect(read(false)?.fuel).toBe(fuel);
    expect(read(true)?.fuel).toBe('plugin_hybrid');
  });

  it.each([null, [], 'x', {}, { basic: 3 }])('reads no vehicle from %j', (strange) => {
    expect(parseTjekbil('DK12345', strange)).toBeNull();
    expect(parseMotorapi('DK12345', strange)).toBeNull();
  });

  it('reads a motorapi answer', () => {
    const motorapi = {
      make: 'AUDI',
      model: 'A6',
      engine_volume: 2967.0,
      engine_power: 200.0,
      fuel_type: 'Diesel',
      status: 'Afmeldt',
    };
    expect(parseMotorapi('AB12345', motorapi)).toMatchObject({
      make: 'Audi',
      horsepower: 272,
      engineLitres: 3,
      fuel: 'diesel',
      status: 'deregistered',
    });
  });

  it.each([
    [{ vehicle_id: 7 }, '7'],
    [{ vin: 'WAUZZZ' }, 'WAUZZZ'],
    [{ vehicle_id: 7, vin: 'WAUZZZ' }, '7'],
    [{}, null],
  ])('identifies a motorapi vehicle by its id, else by its chassis number: %j', (ids, vehicleKey) => {
    expect(parseMotorapi('AB12345', { make: 'AUDI', ...ids })?.vehicleKey).toBe(vehicleKey);
  });

  it.each([
    [{ is_hybrid: true, hybrid_type: 'plugin' }, 'plugin_hybrid'],
    [{ is_hybrid: true }, 'hybrid'],
    [{ hybrid_type: 'plugin' }, 'petrol'],
  ])('reads whether a motorapi vehicle is a hybrid: %j', (power, fuel) => {
    expect(parseMotorapi('AB12345', { make: 'AUDI', fuel_type: 'Benzin', ...power })?.fuel).toBe(fuel);
  });

  it('leaves fields empty that motorapi does not contain', () => {
    const vehicle = parseMotorapi('AB12345', { make: 'AUDI' });
    expect(vehicle).toMatchObject({ horsepower: null, status: null, inspections: [] });
    expect(parseMotorapi('AB12345', { make: 'AUDI', status: 'Registreret' })?.status).toBe('registered');
    const inspected = {
      date: '2024-05-06',
      result: 'Godkendt',
      mileage: 120_000,
      next_inspection_date: '06-05-2026',
    };
    expect(parseMotorapi('AB12345', { make: 'AUDI', is_leasing: true, mot_info: inspected })).toMatchObject({
      isLeasing: true,
      inspections: [{ date: '2024-05-06', result: 'Godkendt', mileageKm: 120_000 }],
      nextInspection: '2026-05-06',
    });
  });

  it('titleCase writes names in capitals as people write them', () => {
    expect([
      titleCase('MERCEDES-BENZ'),
      titleCase('VW'),
      titleCase('GOLF VII'),
      titleCase('C3 PICASSO'),
    ]).toEqual(['Mercedes-Benz', 'VW', 'Golf VII', 'C3 Picasso']);
  });
});

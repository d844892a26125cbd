import { describe, expect, it } from 'vitest';
import { motorapiStory, parseMotorapi } from '#core/register/motorapi.ts';
import {
  faultsNamedBefore,
  type StoryTopic,
  storyEvent,
  storyKinds,
  storyOfInspections,
  storySources,
  tellStory,
} from '#core/register/story.ts';
import { parseTjekbil, tjekbilStory } from '#core/register/tjekbil.ts';

const [plate, formerPlate] = ['CX41287', 'AB12345'];
const report = (fields: object) => ({ inspectionData: { rapporter: [fields] } });
const none = {
  date: null,
  until: null,
  said: null,
  mileageKm: null,
  place: null,
  faults: [],
  amountDkk: null,
};
const inspected = { kind: 'inspection', source: 'inspection_report' };
const registered = { kind: 'status', source: 'vehicle_register' };
const leased = { kind: 'leasing', source: 'vehicle_register' };
const owed = { kind: 'debt', source: 'debt_register' };
const insured = { kind: 'insurance', source: 'insurance_register' };

type Case = [shape: string, answer: unknown, events: object[], asked: StoryTopic[]];
/** Invented answers, one for each shape that the samples and the lists of field names contain. */
const tjekbil: Case[] = [
  ['nothing', {}, [], []],
  ['no object', 'x', [], []],
  [
    'a first registration with an offset',
    { basic: { foersteRegistreringDato: '2013-12-18T00:00:00+01:00' } },
    [{ kind: 'first_registration', date: '2013-12-18' }],
    [],
  ],
  [
    'a status with its day',
    { basic: { status: 'Afmeldt', statusDato: '2026-08-12T15:56:05+02:00' } },
    [{ ...registered, said: 'Afmeldt', date: '2026-08-12' }],
    ['status'],
  ],
  [
    'a second status that repeats the first',
    {
      basic: { status: 'Afmeldt', statusDato: '2026-08-12' },
      extended: { general: { sekundaerStatus: 'Afmeldt' } },
    },
    [{ ...registered, said: 'Afmeldt', date: '2026-08-12' }],
    ['status'],
  ],
  [
    'a second status of its own',
    { basic: { status: 'Registreret', sekundaerStatus: 'Dispensation', sekundaerStatusDato: '2024-01-02' } },
    [
      { ...registered, said: 'Dispensation', date: '2024-01-02' },
      { ...registered, said: 'Registreret' },
    ],
    ['status'],
  ],
  [
    'a second status that tells of a theft',
    { basic: { sekundaerStatus: 'Efterlyst', sekundaerStatusDato: '2025-05-05' } },
    [{ kind: 'theft', date: '2025-05-05', said: 'Efterlyst' }],
    [],
  ],
  ['a use', { basic: { koeretoejAnvendelseNavn: 'Taxi' } }, [{ kind: 'use', said: 'Taxi' }], []],
  ['a block', { extended: { general: { blockedStatus: true } } }, [{ kind: 'blocked' }], []],
  ['no block', { extended: { general: { blockedStatus: false } } }, [], []],
  [
    'a permission',
    { basic: { permissions: [{ typeNavn: 'Godkendt til 100 km/t', datoGyldigFra: '01-02-2022' }, {}] } },
    [{ kind: 'permission', said: 'Godkendt til 100 km/t', date: '2022-02-01' }],
    [],
  ],
  [
    'an inspection with faults and place',
    report({
      ...{ firma: 'Dekra Bilsyn', synsresultat: 'Kan godkendes efter omsyn', synsdato: '28-01-2026' },
      ...{ kategori: 'Periodisk syn', kmstand: 188_528 },
      fejl: [
        { number: '1', title: 'Bremserør tæret' },
        { description: 'Dæk slidt' },
        'Udstødning utæt',
        {},
        null,
      ],
    }),
    [
      {
        ...inspected,
        ...{
          date: '2026-01-28',
          said: 'Kan godkendes efter omsyn',
          mileageKm: 188_528,
          place: 'Dekra Bilsyn',
        },
        faults: ['Bremserør tæret', 'Dæk slidt', 'Udstødning utæt'],
      },
    ],
    ['inspections'],
  ],
  [
    'an inspection without reading, day or place',
    report({ synsresultat: 'Godkendt', kmstand: 0, fejl: null }),
    [{ ...inspected, said: 'Godkendt' }],
    ['inspections'],
  ],
  [
    'a customs inspection, which tells the day of the import',
    {
      ...report({
        kategori: 'Toldsyn import',
        synsresultat: 'Middel',
        synsdato: '18-12-2017',
        kmstand: 29_000,
      }),
    },
    [
      { kind: 'customs_inspection', date: '2017-12-18', said: 'Middel', mileageKm: 29_000 },
      { kind: 'import', date: '2017-12-18' },
    ],
    ['inspections'],
  ],
  [
    'an import without its day',
    { extended: { general: { standEfterImport: 'Middel' } } },
    [{ kind: 'import', said: 'Middel' }],
    ['import'],
  ],
  ['no import', { extended: { general: { standEfterImport: null } } }, [], ['import']],
  [
    'the last inspection alone',
    { extended: { inspection: { sidsteSyn: '2026-01-28T00:00:00', sidsteSynResultat: 'Godkendt' } } },
    [{ kind: 'inspection', source: 'vehicle_register', date: '2026-01-28', said: 'Godkendt' }],
    ['inspections'],
  ],
  [
    'the last inspection beside its report',
    {
      ...report({ synsdato: '28-01-2026', synsresultat: 'Godkendt' }),
      extended: { inspection: { sidsteSyn: '2026-01-28T00:00:00' } },
    },
    [{ ...inspected, date: '2026-01-28', said: 'Godkendt' }],
    ['inspections'],
  ],
  [
    'a reading that the inspectors found odd',
    { inspectionData: { mistaenkeligtKmStand: true, rapporter: [] } },
    [{ kind: 'mileage_noted' }],
    ['inspections'],
  ],
  [
    'a reading of the register’s own, in thousands',
    { basic: { motorKilometerstand: 112 } },
    [{ kind: 'mileage', source: 'vehicle_register', mileageKm: 112_000 }],
    [],
  ],
  [
    'a mileage log',
    {
      mileageLogs: [
        { mileage: 81_200, mileageAt: '2023-04-05T00:00:00', origin: 20, isHidden: false },
        { mileage: 70_000, mileageAt: '2022-04-05', origin: 10, isHidden: true },
        { mileage: 0, mileageAt: '2021-04-05' },
      ],
    },
    [{ kind: 'mileage', source: 'mileage_log', date: '2023-04-05', mileageKm: 81_200 }],
    ['mileage'],
  ],
  [
    'leases one after the other, one of them told twice',
    {
      basic: {
        bilLeaset: false,
        leasingGyldigFra: '2018-02-01',
        leasingGyldigTil: '2019-02-01',
        leasingHistory: [
          { leasingGyldigFra: '2018-02-01T00:00:00+01:00', leasingGyldigTil: '2019-02-01T00:00:00+01:00' },
          { leasingGyldigFra: '2017-12-18T00:00:00+01:00', leasingGyldigTil: '2018-02-01T00:00:00+01:00' },
        ],
      },
    },
    [
      { ...leased, date: '2017-12-18', until: '2018-02-01' },
      { ...leased, date: '2018-02-01', until: '2019-02-01' },
    ],
    ['leasing'],
  ],
  ['a running lease without days', { basic: { bilLeaset: true } }, [leased], ['leasing']],
  [
    'a running lease with its first day',
    { extended: { leasing: { bilenErLeaset: true, leasingStart: '01-03-2025', leasingEnd: null } } },
    [{ ...leased, date: '2025-03-01' }],
    ['leasing'],
  ],
  ['no debt', { debtData: { laaneDokumenter: [], konkurs: null } }, [], ['debt']],
  [
    'debt with its amount and day',
    {
      debtData: {
        laaneDokumenter: [
          {
            dokumentType: 'Ejendomsforbehold',
            haeftelse: '48000',
            tinglystDato: '2024-03-02',
            skyldner: 'Ib Eksempel',
          },
          { hovedstol: 12_000.4 },
        ],
      },
    },
    [
      { ...owed, said: 'Ejendomsforbehold', amountDkk: 48_000, date: '2024-03-02' },
      { ...owed, amountDkk: 12_000 },
    ],
    ['debt'],
  ],
  [
    'a bankruptcy',
    { debtData: { konkurs: { dato: '03-04-2025', navn: 'Ib Eksempel' } } },
    [{ kind: 'bankruptcy', source: 'debt_register', date: '2025-04-03' }],
    ['debt'],
  ],
  [
    'insurances with a gap between them',
    {
      extended: {
        insurance: {
          historik: [
            { selskab: 'EKSEMPEL A/S', status: 'Aktiv', oprettet: '01-05-2024' },
            { selskab: 'PRØVE A/S', status: 'Ophørt', oprettet: '01-11-2023' },
          ],
        },
      },
    },
    [
      { ...insured, date: '2023-11-01', said: 'Ophørt', place: 'PRØVE A/S' },
      { kind: 'insurance_gap', date: '2023-11-01', until: '2024-05-01' },
      { ...insured, date: '2024-05-01', said: 'Aktiv', place: 'EKSEMPEL A/S' },
    ],
    ['insurance'],
  ],
  [
    'insurances without a gap',
    {
      extended: {
        insurance: {
          ...{ selskab: 'EKSEMPEL A/S', status: 'Aktiv', oprettet: '08-11-2023' },
          historik: [
            { selskab: 'EKSEMPEL A/S', status: 'Aktiv', oprettet: '08-11-2023' },
            { selskab: 'PRØVE A/S', status: 'Ophørt', oprettet: '01-11-2023' },
          ],
        },
      },
    },
    [
      { ...insured, said: 'Ophørt' },
      { ...insured, said: 'Aktiv' },
    ],
    ['insurance'],
  ],
  [
    'owners, users, a theft and a recall from calls of their own',
    {
      ownerHistory: [
        { type: 'Ejer', dato: '2020-01-02', navn: 'Ib Eksempel' },
        { type: 'Bruger', dato: '2021-02-03' },
      ],
      thefts: [{ dato: '2022-03-04', ophoert: '2022-03-09' }],
      recalls: [{ dato: '05-04-2023', titel: 'Kontrol af airbag' }],
    },
    [
      { kind: 'owner_change', date: '2020-01-02' },
      { kind: 'user_change', date: '2021-02-03' },
      { kind: 'theft', date: '2022-03-04', until: '2022-03-09' },
      { kind: 'recall', source: 'recall_list', date: '2023-04-05', said: 'Kontrol af airbag' },
    ],
    ['owners', 'theft', 'recalls'],
  ],
];

const motorapi: Case[] = [
  ['nothing', {}, [], []],
  [
    'a car with its last inspection and a lease that ended',
    {
      ...{ status: 'Registreret', status_date: '2020-01-01T00:00:00.000+01:00', use: 'Privat personkørsel' },
      ...{ first_registration: '2018-06-01+02:00', is_leasing: false },
      ...{ leasing_from: '2018-06-01', leasing_to: '2020-01-01' },
      mot_info: { type: 'PeriodiskSyn', date: '2024-06-01', result: 'Godkendt', mileage: 80_000 },
    },
    [
      { kind: 'first_registration', date: '2018-06-01' },
      { ...leased, date: '2018-06-01', until: '2020-01-01' },
      { ...registered, date: '2020-01-01', said: 'Registreret' },
      { ...inspected, date: '2024-06-01', said: 'Godkendt', mileageKm: 80_000 },
      { kind: 'use', said: 'Privat personkørsel' },
    ],
    ['inspections', 'leasing', 'status'],
  ],
  ['a running lease', { is_leasing: true }, [leased], ['leasing']],
  ['a car never inspected', { mot_info: null }, [], ['inspections']],
];

describe('the story of a car', () => {
  it.each(tjekbil)('reads the story from a tjekbil answer with %s', (_, answer, events, asked) => {
    const story = tjekbilStory(plate, answer);
    expect(story.events).toHaveLength(events.length);
    expect(story).toMatchObject({ asked, events });
    // The event has no other fields.
    if (events.length === 1) expect(story.events[0]).toEqual({ ...none, ...story.events[0], ...events[0] });
  });

  it.each(motorapi)('reads the story from a motorapi answer with %s', (_, answer, events, asked) => {
    const story = motorapiStory(plate, answer);
    expect(story.events).toHaveLength(events.length);
    expect(story).toMatchObject({ asked, events });
  });

  it('the sample answers contain every kind and source of event', () => {
    const all = tjekbil.flatMap(([, answer]) => tjekbilStory(plate, answer).events);
    expect([...new Set(all.map(({ kind }) => kind))].sort()).toEqual([...storyKinds].sort());
    expect([...new Set(all.map(({ source }) => source))].sort()).toEqual([...storySources].sort());
  });

  it('a vehicle carries its story, whichever register answers', () => {
    const basic = { maerkeTypeNavn: 'FORD', status: 'Registreret' };
    expect(parseTjekbil(plate, { basic })?.story.events).toHaveLength(1);
    expect(parseMotorapi(plate, { make: 'FORD', status: 'Registreret' })?.story.events).toHaveLength(1);
  });

  it('the story contains no plate, chassis number or person', () => {
    const vin = 'WVWZZZ1KZ9W123456';
    const spaced = `${formerPlate.slice(0, 2)} ${formerPlate.slice(2, 4)} ${formerPlate.slice(4)}`;
    const story = tjekbilStory(plate, {
      basic: { regNr: plate, stelNr: vin, koeretoejAnvendelseNavn: `Taxi, ejer: Ib Eksempel` },
      extended: { insurance: { historik: [{ selskab: `EKSEMPEL A/S c/o Ib Eksempel`, status: 'Aktiv' }] } },
      inspectionData: {
        senesteRegNr: formerPlate,
        rapporter: [
          {
            ...{ firma: 'Autosyn v/ Ib Eksempel', synsdato: '01-02-2024', regNr: formerPlate },
            fejl: [{ title: `Stelnummer ${vin} svagt, plade ${plate} bøjet (${spaced})` }],
          },
          { firma: 'Ib Eksempel', synsdato: '01-02-2022', synsresultat: `Godkendt ${plate.toLowerCase()}` },
        ],
      },
      debtData: { laaneDokumenter: [{ type: 'Pant, kreditor: Ib Eksempel', kreditor: 'Ib Eksempel' }] },
    });
    const told = JSON.stringify(story);
    expect(told).not.toMatch(/Ib|Eksempel(?! A)/);
    for (const secret of [vin, plate, plate.toLowerCase(), formerPlate, spaced])
      expect(told).not.toContain(secret);
    expect(story.events.map(({ place }) => place)).toEqual([null, 'Autosyn', null, 'EKSEMPEL A/S', null]);
    expect(told).toContain('bøjet');
  });

  it('the story lists each event once, the oldest first, undated ones last, 120 at most', () => {
    const on = (date: string | null) => storyEvent('status', 'vehicle_register', { date });
    const { events, asked } = tellStory(
      ['recalls', 'inspections', 'recalls'],
      [on(null), on('2024-01-01'), on('2022-01-01'), on('2024-01-01')],
    );
    expect(events.map(({ date }) => date)).toEqual(['2022-01-01', '2024-01-01', null]);
    expect(asked).toEqual(['inspections', 'recalls']);
    const many = Array.from({ length: 300 }, (_, i) => on(`${1900 + i}-01-01`));
    expect(tellStory([], many).events.map(({ date }) => date)).toEqual(
      many.slice(180).map(({ date }) => date),
    );
  });

  it('a vehicle without a stored story gets one from its inspections', () => {
    expect(storyOfInspections([])).toEqual({ asked: [], events: [] });
    const kept = [{ date: '2024-01-02', result: 'Godkendt', mileageKm: 90_000 }];
    expect(storyOfInspections(kept)).toEqual({
      asked: ['inspections'],
      events: [{ ...none, ...inspected, date: '2024-01-02', said: 'Godkendt', mileageKm: 90_000 }],
    });
  });
});

describe('faults that stood in an earlier report', () => {
  const visit = (date: string, said: string, ...faults: string[]) =>
    storyEvent('inspection', 'inspection_report', { date, said, faults });

  it('are named with every report that has them, whatever the case of their letters', () => {
    const last = visit('2024-12-04', 'Godkendt', 'Bremserør tæret', 'Dæk, slidt', 'Nærlys');
    const events = [
      visit('2020-12-07', 'Godkendt', 'Bremserør tæret', 'nærlys'),
      visit('2022-12-01', 'Godkendt', 'Bremserør tæret'),
      last,
    ];
    expect(faultsNamedBefore(last, events)).toEqual([
      { dates: ['2020-12-07', '2022-12-01'], faults: ['Bremserør tæret'] },
      { dates: ['2020-12-07'], faults: ['Nærlys'] },
    ]);
  });

  it('are not those of the failed visit that the same inspection began with', () => {
    const last = visit('2024-12-18', 'Godkendt efter omsyn', 'Dæk');
    const failed = visit('2024-12-04', 'Kan godkendes efter omsyn', 'Dæk');
    expect(faultsNamedBefore(last, [failed, last])).toEqual([]);
    const former = visit('2022-12-01', 'Ikke godkendt', 'Dæk');
    const passed = visit('2022-12-09', 'Godkendt efter omsyn');
    expect(faultsNamedBefore(last, [former, passed, failed, last])).toEqual([
      { dates: ['2022-12-01'], faults: ['Dæk'] },
    ]);
  });

  it.each(['Betinget godkendt', null])(
    'are not those of a first visit of the same inspection whose result is %j',
    (said) => {
      const first = storyEvent('inspection', 'inspection_report', {
        date: '2024-05-01',
        said,
        faults: ['Dæk'],
      });
      const last = visit('2024-05-10', 'Godkendt efter omsyn', 'Dæk');
      expect(faultsNamedBefore(last, [first, last])).toEqual([]);
      const year = visit('2023-05-02', 'Godkendt', 'Dæk');
      expect(faultsNamedBefore(last, [year, first, last])).toEqual([
        { dates: ['2023-05-02'], faults: ['Dæk'] },
      ]);
    },
  );
});

import { describe, expect, it } from 'vitest';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import * as daCar from '../../../web/src/i18n/da/car-page.ts';
import * as daStory from '../../../web/src/i18n/da/story.ts';
import { da as daAll } from '../../../web/src/i18n/da.ts';
import * as enCar from '../../../web/src/i18n/en/car-page.ts';
import * as enStory from '../../../web/src/i18n/en/story.ts';
import { en as enAll } from '../../../web/src/i18n/en.ts';
import type { StoryTexts } from '../../../web/src/i18n/text-parts.ts';
import { findingsOf, notAskedOf, storyTopicsOf, verdictText } from '../../../web/src/register/findings.tsx';

const en: StoryTexts = { ...enAll, ...enCar, ...enStory };
const da: StoryTexts = { ...daAll, ...daCar, ...daStory };
const date = (day: string | null) => day ?? '';
const today = '2026-11-24';
/** What is quoted stands in the marks that the page gives it. */
const found = (car: WireCarDetail, texts: StoryTexts) =>
  findingsOf(car, texts, date, today).map(({ text, ...finding }) => ({
    ...finding,
    text: text.map((part) => (typeof part === 'string' ? part : `«${part.quoted}»`)).join(' '),
  }));
const nothing = (asked: number, texts: StoryTexts) =>
  texts.facts.nothing(asked, Object.keys(texts.story.topic).length);
type StoryEvent = WireCarDetail['story']['events'][number];
const event = (kind: StoryEvent['kind'], fields: Partial<StoryEvent> = {}): StoryEvent => ({
  ...{ kind, source: 'vehicle_register', date: null, until: null, said: null, mileage: null },
  ...{ place: null, faults: [], amount: null },
  ...fields,
});
const withStory = (events: StoryEvent[], fields: Partial<WireCarDetail> = {}) =>
  sampleDetail({ story: { asked: [], events }, ...fields });

describe('what the register’s story adds', () => {
  const fact = (kind: string) => ({ kind, ad: null, register: null, date: null });

  it('register findings are sorted by weight, each with a question for the seller', () => {
    const car = withStory(
      [
        event('theft', { date: '2025-05-05', said: 'Efterlyst' }),
        event('debt', { amount: 48_000 }),
        event('debt', { amount: 2_000 }),
        event('use', { said: 'Taxikørsel' }),
        event('inspection', {
          ...{ source: 'inspection_report', date: '2026-01-28' },
          faults: ['Dæk slidt', 'Udstødning utæt'],
        }),
        event('insurance_gap', { date: '2023-11-01', until: '2024-05-01' }),
        event('recall', { source: 'recall_list', date: '2023-04-05', said: 'Airbag' }),
      ],
      { facts: [fact('imported'), fact('debt')], cautions: ['defect'], naeste_syn: '2026-12-30' },
    );
    expect(found(car, en).map(({ weight, title, text }) => `${weight}: ${title}. ${text}`)).toEqual([
      'heavy: The car has been reported stolen. Vehicle register: “Wanted by the police” (2025-05-05). Ask the police whether it is still wanted before you pay.',
      'heavy: A debt is registered on the car. 50.000 kr. is registered. The creditor may claim the car, whoever has it by then: make sure before you sign that the debt is settled, or have the creditor’s consent in writing.',
      'medium: The car is registered for use by many drivers. Vehicle register: “Taxi”. Ask how it was driven and serviced.',
      'medium: The last inspection found faults. Inspection report, 2026-01-28: «Dæk slidt» «Udstødning utæt» Ask whether this has been put right, and for the invoice.',
      'medium: An inspection is due soon. The next inspection must be done by 2026-12-30. Agree who pays for the inspection and any repairs.',
      'medium: The manufacturer has recalled the car. List of recalls, 2023-04-05: «Airbag» Ask for the workshop’s confirmation that it was done.',
      'medium: The ad mentions a defect. Ask the seller about it.',
      'light: The car was uninsured for a time. It was uninsured from 2023-11-01 to 2024-05-01. Ask why.',
      'light: The car was imported. Ask for the papers from the country it came from.',
    ]);
  });

  it('faults with which a car passed after a second visit are told as put right', () => {
    const faulty = (said: string) =>
      found(
        withStory([
          event('inspection', {
            ...{ source: 'inspection_report', date: '2026-01-28', said },
            faults: ['Dæk slidt'],
          }),
        ]),
        en,
      ).map(({ key, weight }) => `${weight} ${key}`);
    expect(faulty('Godkendt efter omsyn')).toContain('light story faults_repaired');
    expect(faulty('Godkendt efter omsyn')).not.toContain('medium story faults');
    for (const said of ['Godkendt', 'Kan godkendes efter omsyn', 'Ikke godkendt'])
      expect(faulty(said)).toContain('medium story faults');
  });

  it('a fault that an earlier report named is not told as new, and one fault is called one', () => {
    const report = (day: string, ...faults: string[]) =>
      event('inspection', { ...{ source: 'inspection_report', date: day, said: 'Godkendt' }, faults });
    const told = (texts: StoryTexts, ...events: StoryEvent[]) => {
      const { title, text } = found(withStory(events), texts).find(({ key }) => key === 'story faults')!;
      return `${title}. ${text}`;
    };
    const before = report('2022-12-01', 'Bremserør tæret');
    expect(told(en, before, report('2024-12-04', 'Bremserør tæret'))).toBe(
      'The last inspection found a fault. Inspection report, 2024-12-04: «Bremserør tæret» The report of 2022-12-01 named it, too. Ask whether this has been put right, and for the invoice.',
    );
    expect(
      told(en, report('2020-12-07', 'Bremserør tæret'), before, report('2024-12-04', 'Bremserør tæret')),
    ).toContain('The reports of 2020-12-07 and 2022-12-01 named it, too.');
    expect(told(da, before, report('2024-12-04', 'Bremserør tæret', 'Dæk, slidt'))).toBe(
      'Seneste syn fandt fejl. Synsrapport, 2024-12-04: «Bremserør tæret» «Dæk, slidt» Stod også i synsrapporten fra 2022-12-01: «Bremserør tæret» Spørg, om det er udbedret, og bed om regningen.',
    );
  });

  it('what was asked is told beside a warning too', () => {
    const one = found(
      sampleDetail({ story: { asked: ['theft'], events: [event('theft', { said: 'Efterlyst' })] } }),
      en,
    ).at(-1)!;
    expect(one).toMatchObject({ key: 'register', isGood: true });
    expect(one.title).toContain('nothing else to warn of');
  });

  it('a mileage that the reader typed is not called the ad’s', () => {
    const fall: WireCarDetail['mileage_verdict'] = {
      ...{ verdict: 'not_logical', reading_days: 2, explanations: [] },
      fall: {
        from: { date: '2024-01-02', mileage: 180_000 },
        to: { date: '2026-11-02', mileage: 111_000 },
        is_to_claim: true,
      },
    };
    const rises = { ...fall, verdict: 'logical' as const, fall: null };
    const below = { ...fact('mileage_below_inspection'), ad: '111000', register: '180000' };
    const typed = { is_mileage_typed: true as const, mileage: 111_000, facts: [below] };
    const tooFew = { ...rises, verdict: 'too_few' as const };
    for (const [language, saidAs] of [
      [en, [/but you typed 111\.000 km/, /the mileage you typed fits them all/, /You typed 111\.000 km/]],
      [da, [/men du tastede 111\.000 km/, /det tal, du tastede, passer/, /Du tastede 111\.000 km/]],
    ] as const) {
      const said = [
        verdictText(sampleDetail({ ...typed, mileage_verdict: fall }), language, String),
        verdictText(sampleDetail({ ...typed, mileage_verdict: rises }), language, String),
        found(sampleDetail({ ...typed, mileage_verdict: tooFew }), language)[0]!.text,
      ];
      said.forEach((text, place) => {
        expect(text).toMatch(saidAs[place]!);
      });
      expect(said.join(' ')).not.toMatch(/\bad(?:’s)?\b|annonce/i);
    }
  });

  it('a falling mileage is reported once, with other possible explanations', () => {
    const mileage_verdict: WireCarDetail['mileage_verdict'] = {
      ...{ verdict: 'not_logical', reading_days: 2, explanations: ['typing_slip', 'miles'] },
      fall: {
        from: { date: '2024-01-02', mileage: 180_000 },
        to: { date: '2026-11-02', mileage: 111_000 },
        is_to_claim: true,
      },
    };
    const facts = [fact('mileage_below_inspection')];
    const [first, ...others] = found(
      withStory([event('mileage_noted')], { mileage_verdict, facts, cautions: ['doubtful_mileage'] }),
      da,
    );
    expect(others).toEqual([]);
    expect(first?.text).toBe(
      '180.000 km den 2024-01-02, men annoncen oplyser 111.000 km. Det kan have en uskyldig grund: en tastefejl, et tal i engelske mil. Det, der her siges om prisen, gælder annoncens kilometertal. Bed om servicepapirer og regninger med kilometertal.',
    );
    const between = { ...mileage_verdict, fall: { ...mileage_verdict.fall!, is_to_claim: false } };
    expect(found(withStory([], { mileage_verdict: between }), en)[0]?.text).toMatch(
      /^180\.000 km on 2024-01-02, but 111\.000 km on 2026-11-02\./,
    );
  });

  it.each([
    ['theft that is over', event('theft', { date: '2020-01-01', until: '2020-01-09' })],
    ['private use', event('use', { said: 'Privat personkørsel' })],
    ['faults of an inspection before the last', event('inspection', { date: '2020-01-01', faults: ['Dæk'] })],
    ['leases and owners', event('owner_change', { date: '2020-01-01' })],
  ])('the register story adds no finding for %s', (_, one) => {
    const car = withStory([one, event('inspection', { date: '2026-01-01' })], { naeste_syn: '2028-01-01' });
    expect(found(car, en).map(({ title }) => title)).toEqual([nothing(0, en)]);
  });

  it('findings name what the register marked or blocked', () => {
    const car = withStory([
      event('mileage_noted'),
      event('blocked'),
      event('bankruptcy', { date: '2025-01-01' }),
    ]);
    expect(found(car, en).map(({ key }) => key)).toEqual([
      ...['story bankruptcy', 'story blocked', 'story mileage_noted'],
    ]);
  });
});

describe('before you buy', () => {
  it('a contradiction is shown with its source, date and advice', () => {
    const fact = {
      kind: 'mileage_below_inspection',
      ad: '111.000 km',
      register: '118.400 km',
      date: '2025-03-11',
    };
    const [notice] = found(sampleDetail({ facts: [fact] }), en);
    expect(notice?.text).toBe(
      'The ad says 111.000 km. Inspection report: 118.400 km (2025-03-11). Ask for service papers, and why the figure went down.',
    );
  });

  it('findings show fuels, gearboxes and mileages in the reader’s language', () => {
    const textOf = (fact: Omit<WireCarDetail['facts'][number], 'date'>, texts: typeof en) =>
      found(sampleDetail({ facts: [{ ...fact, date: null }] }), texts)[0]?.text;
    const fuel = { kind: 'fuel_differs', ad: 'electric', register: 'petrol' };
    expect(textOf(fuel, da)).toMatch(/^Annoncen oplyser el\. Motorregistret oplyser benzin\./);
    expect(textOf({ kind: 'gearbox_differs', ad: 'manual', register: 'automatic' }, da)).toMatch(
      /^Annoncen oplyser manuelt gear\. Motorregistret oplyser automatgear\./,
    );
    const mileage = { kind: 'mileage_below_inspection', ad: '120000', register: '187000' };
    expect(textOf(mileage, en)).toMatch(/^The ad says 120\.000 km\. Inspection report: 187\.000 km\./);
  });

  it('findings skip unknown kinds and say whether the register agrees, is silent or was not asked', () => {
    const odd = sampleDetail({
      facts: [{ kind: 'toString', ad: null, register: null, date: null }],
      cautions: ['constructor'],
    });
    expect(found(odd, en).map(({ title }) => title)).toEqual([nothing(0, en)]);
    expect(found(sampleDetail({ register_state: 'no_plate' }), en)[0]?.title).toBe(en.facts.noPlate);
    expect(found(sampleDetail({ register_state: 'pending' }), da)[0]?.title).toBe(da.facts.pending);
  });

  it.each([
    ['of the list, by the hour', {}, en.facts.askedHourly],
    ['of one’s own, only with its next page', { is_private: true }, en.facts.askedWhenSent],
  ])('findings say when a silent register is asked again about a car %s', (_, fields, sentence) => {
    const silent = { register_state: 'pending' as const };
    expect(found(sampleDetail({ ...silent, ...fields }), en)[0]?.text).toBe(sentence);
  });

  it('findings of a gone car do not promise to ask the register again', () => {
    const gone = sampleDetail({ register_state: 'pending', availability: 'gone' });
    expect(found(gone, en)[0]?.text).toBe('');
  });
});

describe('what was asked', () => {
  const state = (fields: Partial<WireCarDetail>) => found(sampleDetail(fields), en).at(-1)!;
  const asked = (topics: WireCarDetail['story']['asked']) => state({ story: { asked: topics, events: [] } });

  it('topics that were asked are counted and named, and no tick appears if none was asked', () => {
    expect(asked(['inspections', 'status', 'debt'])).toMatchObject({
      isGood: true,
      title: 'We asked registers about 3 of 10 things: nothing to warn of',
      text: 'Asked about: inspections, debt, registration. An empty register is no guarantee.',
    });
    expect(asked([])).toMatchObject({ isGood: false, icon: 'help' });
  });

  it('topics that were not asked are listed under the official place to look them up', () => {
    const notAsked = (topics: WireCarDetail['story']['asked']) =>
      notAskedOf(sampleDetail({ story: { asked: topics, events: [] } }), en);
    const all = storyTopicsOf(en).map(([topic]) => topic);
    expect(notAsked(all)).toEqual([]);
    const placeOf = (topic: (typeof all)[number]) =>
      notAsked(all.filter((one) => one !== topic)).map(({ place, topics }) => [place.name, topics]);
    expect(placeOf('debt')).toEqual([['tinglysning.dk', ['debt']]]);
    expect(placeOf('theft')).toEqual([['politi.dk', ['theft']]]);
    for (const topic of all) expect(placeOf(topic)).toHaveLength(1);
    // A theft that the register told of by itself is not unasked.
    const stolen = sampleDetail({ story: { asked: [], events: [event('theft')] } });
    expect(notAskedOf(stolen, en).map(({ place }) => place.name)).not.toContain('politi.dk');
    expect(
      notAsked([])
        .flatMap(({ topics }) => topics)
        .sort(),
    ).toEqual(Object.values(en.story.topic).sort());
  });

  it('a plate that the register does not know is a warning', () => {
    expect(state({ register_state: 'absent' })).toMatchObject({ weight: 'heavy', isGood: false });
  });
});

describe('a claim of the ad', () => {
  const fresh = (facts: WireCarDetail['facts']) =>
    found(sampleDetail({ facts, cautions: ['fresh_inspection'], naeste_syn: '2028-11-06' }), en);

  it('a claim that the register confirms is shown as confirmed, not as a warning', () => {
    const [first, ...rest] = fresh([
      { kind: 'fresh_inspection_confirmed', ad: null, register: '2026-11-06', date: '2026-11-06' },
    ]);
    expect(first).toMatchObject({
      ...{ isGood: true, icon: 'check', title: 'The car was just inspected, as the ad says' },
      text: 'On record: passed on 2026-11-06.',
    });
    expect(rest.map(({ key }) => key)).toEqual(['register']);
  });

  it('a claim that the register confirms only by a later inspection says that the ad was first', () => {
    const later = { kind: 'fresh_inspection_confirmed', ad: '2026-10-30', register: '2026-11-06' };
    const [first] = fresh([{ ...later, date: '2026-11-06' }]);
    expect(`${first!.title}. ${first!.text}`).toBe(
      'The car was inspected after the ad went up. On record: passed on 2026-11-06. The ad is older than that inspection: it was there on 2026-10-30.',
    );
  });

  it('a placeholder price asks for the price itself, and not for its currency', () => {
    const told = found(sampleDetail({ cautions: ['placeholder_price'] }), en).find(
      ({ key }) => key === 'caution placeholder_price',
    );
    expect(told!.text).toBe('Ask what the seller wants for it before you go to see it.');
  });

  it('a claim that the register does not confirm is shown once, with the register’s value', () => {
    const told = fresh([
      { kind: 'claims_fresh_inspection', ad: null, register: '2024-05-03', date: '2024-05-03' },
    ]);
    expect(told.map(({ title, text }) => `${title}. ${text}`)).toEqual([
      'Only the ad calls it just inspected. The last inspection on record: 2024-05-03. Ask to see the inspection report.',
    ]);
  });

  it('an ad that claims fewer owners than the register is shown with both figures', () => {
    const facts = [{ kind: 'owners_differ', ad: '1', register: '3', date: '2025-02-01' }];
    expect(found(sampleDetail({ facts }), en)[0]?.text).toBe(
      'The ad says 1 owner in all. The register says 3 changes of owner (2025-02-01). Ask who owned it, and see the registration certificate.',
    );
  });
});

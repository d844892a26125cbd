import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { renderApp } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import BeforeYouBuy from '../../../web/src/register/before-you-buy.tsx';
import CarStory from '../../../web/src/register/car-story.tsx';
import { SaidText } from '../../../web/src/register/findings.tsx';

type StoryEvent = WireCarDetail['story']['events'][number];
const event = (fields: Partial<StoryEvent>): StoryEvent => ({
  ...{ kind: 'inspection', source: 'inspection_report', date: null, until: null, said: null },
  ...{ mileage: null, place: null, faults: [], amount: null },
  ...fields,
});
const inspections = [2020, 2022, 2024].map((year, place) =>
  event({ date: `${year}-03-14`, said: 'Godkendt', mileage: 40_000 + 30_000 * place }),
);
const verdict = { verdict: 'logical', reading_days: 3, fall: null, explanations: [] } as const;

function open(car: Partial<WireCarDetail>, language: 'en' | 'da' = 'en') {
  const detail = sampleDetail({ mileage_verdict: { ...verdict, explanations: [] }, ...car });
  renderApp(<CarStory car={detail} className="" />, { language });
}

describe('the life of a car', () => {
  it('the car’s history lists the newest event first, each with its day, source and details', async () => {
    const events = [
      ...inspections.slice(0, 1),
      event({
        ...{ date: '2021-05-06', said: 'Kan godkendes efter omsyn', mileage: 55_000, place: 'Synshal Demo' },
        faults: ['Dæk slidt'],
      }),
      event({ kind: 'leasing', source: 'vehicle_register', date: '2018-01-01', until: '2020-01-01' }),
      event({ kind: 'debt', source: 'debt_register', amount: 48_000 }),
    ].sort((a, b) => ((a.date ?? '9') < (b.date ?? '9') ? -1 : 1));
    open({ story: { asked: [], events } });
    await screen.findByRole('heading', { name: 'The life of this car' });
    const list = screen.getByRole('heading', { name: 'What the registers say' }).parentElement!;
    const told = [...list.querySelectorAll('ol > li')].map((item) => item.textContent);
    expect(told).toEqual([
      'May 6, 2021Inspection reportInspection · Can pass after a second visit · 55.000 km · Synshal DemoDæk slidt',
      'March 14, 2020Inspection reportInspection · Passed · 40.000 km',
      'January 1, 2018 to January 1, 2020Vehicle registerLeased',
      'Day unknownRegister of debtDebt registered · 48.000 kr.',
    ]);
  });

  it.each([
    ['en', 'May 1, 2024Insurance registerInsurance · Taken out · EKSEMPEL A/S'],
    ['da', '1. maj 2024ForsikringsregisterForsikring · Tegnet · EKSEMPEL A/S'],
  ] as const)('a policy that was dated tells when it was taken out (%s)', async (language, words) => {
    const insured = event({
      kind: 'insurance',
      source: 'insurance_register',
      said: 'Aktiv',
      place: 'EKSEMPEL A/S',
    });
    const ended = { ...insured, date: '2026-01-01', said: 'Ophørt' };
    open({ story: { asked: [], events: [{ ...insured, date: '2024-05-01' }, ended, insured] } }, language);
    await screen.findAllByText(language === 'en' ? 'Insurance' : 'Forsikring');
    const told = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(told).toHaveLength(3);
    expect(told).toContain(words);
    expect(told.filter((line) => line?.includes(language === 'en' ? 'Active' : 'Aktiv'))).toHaveLength(1);
  });

  it('the car’s history hides older events until requested, except in print', async () => {
    const events = Array.from({ length: 20 }, (_, place) =>
      event({ kind: 'owner_change', date: `${2000 + place}-01-01` }),
    );
    open({ story: { asked: [], events } });
    const all = await screen.findByRole('button', { name: 'Show all 20 events' });
    const shown = () => screen.getAllByText('New owner').filter((row) => !row.closest('.hidden'));
    expect(shown()).toHaveLength(8);
    expect(document.querySelectorAll('li.hidden.print\\:list-item')).toHaveLength(12);
    fireEvent.click(all);
    expect(shown()).toHaveLength(20);
  });

  it('the mileage chart has a table with the same figures and the ad’s claim', async () => {
    open({ story: { asked: [], events: inspections } }, 'da');
    await screen.findByText('Aflæsningerne passer sammen');
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain('3 aflæsninger');
    expect(screen.getByText('Annoncen: 111.000 km')).toBeTruthy();
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      '14. marts 202040.000 kmSynsrapport',
      '14. marts 202270.000 kmSynsrapport',
      '14. marts 2024100.000 kmSynsrapport',
      '18. november 2026111.000 kmAnnoncen',
    ]);
  });

  it('a figure that customs and inspection note on one day is one reading', async () => {
    const [last] = inspections.slice(-1);
    const events = [...inspections, { ...last!, kind: 'customs_inspection' as const, said: 'Middel' }];
    open({ story: { asked: [], events } });
    await screen.findByText('The readings fit together');
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain('3 readings');
    expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(5);
  });

  it('the ad’s claim stands on the day in Denmark on which it was first seen, and is undated where that is unknown', async () => {
    const rowsWith = async (mileage_seen: string | null) => {
      open({ story: { asked: [], events: inspections }, mileage_seen });
      const rows = within((await screen.findAllByRole('table')).at(-1)!)
        .getAllByRole('row')
        .slice(1);
      return rows.map((row) => row.textContent);
    };
    expect(await rowsWith('2023-05-05T22:30:00.000Z')).toEqual([
      'March 14, 202040.000 kmInspection report',
      'March 14, 202270.000 kmInspection report',
      'May 6, 2023111.000 kmThe ad',
      'March 14, 2024100.000 kmInspection report',
    ]);
    expect((await rowsWith(null)).at(-1)).toBe('Day unknown111.000 kmThe ad');
  });

  it.each(['logical', 'too_few'] as const)(
    'the verdict on readings that are %s names an ad that said more than a later reading',
    async (each) => {
      open({
        mileage: 111_000,
        mileage_seen: '2023-05-05T10:00:00.000Z',
        story: { asked: [], events: inspections },
        mileage_verdict: { ...verdict, verdict: each, explanations: [] },
      });
      await screen.findByText(/The ad’s mileage is higher than a reading made after it\.$/);
      expect(screen.queryByText(/fits them all/)).toBeNull();
    },
  );

  it('an ad a little above a later reading is told with the difference, and not as fitting', async () => {
    open({
      mileage: 100_279,
      mileage_seen: '2023-05-05T10:00:00.000Z',
      story: { asked: [], events: inspections },
      mileage_verdict: { ...verdict, explanations: [] },
    });
    await screen.findByText(/The ad’s mileage is 279 km above a later reading/);
    expect(screen.getByText('The readings fit together, but for the ad’s')).toBeTruthy();
    expect(screen.queryByText(/fits them all/)).toBeNull();
  });

  it('the mileage chart labels a claim below a reading at its foot, clear of the line', async () => {
    open({ mileage: 60_000, story: { asked: [], events: inspections } });
    const label = await screen.findByText('The ad: 60.000 km');
    const points = [...document.querySelectorAll('svg rect')].map((point) => Number(point.getAttribute('y')));
    expect(Number(label.getAttribute('y'))).toBeGreaterThan(Math.max(...points) + 20);
  });

  it('the register’s own figure of kilometres, known to the thousand, is told as about so many', async () => {
    open({
      story: { asked: [], events: [event({ kind: 'mileage', source: 'vehicle_register', mileage: 98_000 })] },
    });
    expect((await screen.findByText('Mileage read')).parentElement?.textContent).toBe(
      'Mileage read · about 98.000 km',
    );
  });

  it('no mileage chart is drawn without odometer readings', async () => {
    open({ mileage_verdict: { ...verdict, verdict: 'too_few', reading_days: 0, explanations: [] } });
    await screen.findByText('No odometer readings on record.');
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('an undated odometer reading is mentioned', async () => {
    const undated = { ...inspections[0]!, date: null, mileage: 98_000 };
    open({
      story: { asked: [], events: [undated] },
      mileage_verdict: { ...verdict, verdict: 'too_few', reading_days: 0, explanations: [] },
    });
    await screen.findByText('The register has a mileage, but not the day on which it was read.');
  });

  it('a mileage history that fits only without one typing error says so', async () => {
    open({ mileage_verdict: { ...verdict, explanations: [], has_slip: true } });
    await screen.findByText(/One figure does not fit the others/);
    expect(screen.queryByText(/fits them all/)).toBeNull();
  });

  it('the car’s history is empty if no register knows the car', async () => {
    open({ register_state: 'no_plate' });
    expect(screen.queryByRole('heading', { name: 'The life of this car' })).toBeNull();
  });
});

it('quotes among sentences are parted by a semicolon, and the last ends its sentence', () => {
  const said = [
    'Inspection report, May 1:',
    { quoted: 'Dæk' },
    { quoted: 'Udstødning' },
    'Ask for the invoice.',
  ];
  const { container } = renderApp(
    <p id="said">
      <SaidText said={said} />
    </p>,
  );
  expect(container.querySelector('#said')!.textContent).toBe(
    'Inspection report, May 1: Dæk; Udstødning. Ask for the invoice.',
  );
});

it('of a plate that no register knows nobody is said to have been asked, and the right plate comes first', async () => {
  const car = sampleDetail({ register_state: 'absent', story: { asked: [], events: [] }, facts: [] });
  const { container } = renderApp(<BeforeYouBuy car={car} className="" />);
  await screen.findByRole('heading', { name: 'What we do not know about this car' });
  expect(container.textContent).toMatch(
    /Ask the seller for the right number plate first.*Once you have the right number plate, look it up yourself:.*theft/,
  );
  expect(container.textContent).not.toMatch(/could tell|not ask/);
});

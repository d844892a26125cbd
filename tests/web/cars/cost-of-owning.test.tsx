import { fireEvent, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { energyPrices, runningCost } from '#core/cars/cost.ts';
import type { WireCost } from '#core/contract/routes/car-parts.ts';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import { axisTicks, binCounts, fitLine } from '../../../web/src/cars/charts.tsx';
import CostOfOwning, {
  costLines,
  costTotal,
  inspectionsAhead,
  readFigure,
  usualInputs,
} from '../../../web/src/cars/cost-of-owning.tsx';
import { sampleCost } from './sample-cost.ts';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00Z') });
});

const onUpgrade = vi.fn();
function open(change: Partial<WireCost> = {}, language: 'en' | 'da' = 'en') {
  const requests = stubService({ 'GET /api/cars/42/cost': { body: sampleCost(change) } });
  renderApp(<CostOfOwning id="42" className="" onUpgrade={onUpgrade} />, { language });
  return requests;
}
const rows = async () => {
  const table = await screen.findByRole('table');
  return within(table)
    .getAllByRole('rowgroup')
    .map((group) => group.textContent.trim());
};
function type(label: string, text: string) {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

describe('what a car costs to own', () => {
  it('the cost of owning shows each line with its source and day and names what the sum omits', async () => {
    open();
    expect(await rows()).toEqual([
      'Per monthThree years',
      'Owner’s tax133 kr.4.800 kr.Danish Tax Agency’s legal guide, I.A.3.3, rates of 2026.',
      'Petrol971 kr.34.942 kr.5 l per 100 km according to the register, at 15,53 kr./l (tankstation.nu, observed until September 30, 2026).',
      'Loss of value500 kr.18.000 kr.From the 84.000 kr. asked to about 66.000 kr. in three years (between 60.000 kr. and 72.000 kr.), by our valuation of November 20, 2026, if the market stays unchanged.',
      'Insurance––Enter your own figure.',
      'Inspection––Next by March 14, 2027; two in these three years.',
      'So far, if its value falls as estimatedat least 1.604 kr.at least 57.742 kr.Not included: insurance, inspection.',
    ]);
  });

  it('the cost of owning appears in Danish, with unknown amounts as "–"', async () => {
    open(
      {
        tax: null,
        energy: null,
        energy_state: 'unknown',
        loss: null,
        loss_state: 'unknown',
        next_inspection: null,
      },
      'da',
    );
    expect(await rows()).toEqual([
      'Pr. månedTre år',
      'Ejerafgift––Vi kender ikke afgiften for denne bil.',
      'Energi––Vi har intet forbrug fra registret.',
      'Værditab––Vi kan ikke beregne værditabet for bilen.',
      'Forsikring––Skriv dit eget tal.',
      'Syn––Vi har ingen dato fra registret.',
      'Kendte udgifter––Ikke medregnet: ejerafgift, energi, værditab, forsikring, syn.',
    ]);
  });

  it('the cost of owning uses the figures that a person types and keeps them for the next car', async () => {
    const requests = open();
    await rows();
    type('Insurance, kr. a year', '5.400');
    type('Inspection, kr. each time', '600');
    type('Petrol, kr. a litre', '14');
    type('Kilometres a year', '30.000');
    await screen.findByText('For 30.000 km a year, at the rates and prices named below.');
    expect(await rows()).toEqual(
      expect.arrayContaining([
        'Petrol1.750 kr.63.000 kr.5 l per 100 km according to the register, at 14,00 kr./l (your price).',
        'Insurance450 kr.16.200 kr.Your own figure.',
        'Inspection33 kr.1.200 kr.Next by March 14, 2027; two in these three years.',
      ]),
    );
    await vi.waitFor(() => expect(requests.at(-1)?.query.get('km')).toBe('30000'));
    open();
    expect((await screen.findByLabelText<HTMLInputElement>('Kilometres a year')).value).toBe('30.000');
    // What is no figure gives way to what is usual.
    type('Kilometres a year', 'mange');
    expect(screen.getByLabelText<HTMLInputElement>('Kilometres a year').value).toBe('15.000');
  });

  it.each([
    ['is not known', { loss: null, loss_state: 'unknown' }],
    ['is none', { loss: { ...sampleCost().loss!, price: 60_000 } }],
  ] as const)('the sum is of known costs where the loss of value %s', async (_, change) => {
    open(change);
    expect((await rows()).at(-1)).toMatch(/^Known costsat least/);
  });

  it.each([
    ['hybrid', 'only where we know which fuel a hybrid burns and that it cannot be charged'],
    ['plugin_hybrid', 'How often a plug-in hybrid is charged we do not know'],
    ['other_fuel', 'We have no price of its fuel'],
  ] as const)(
    'the cost of owning says why the energy of a car is not worked out: %s',
    async (energy_state, why) => {
      open({ energy: null, energy_state });
      expect((await rows()).find((row) => row.startsWith('Energy––'))).toContain(why);
    },
  );

  it('the cost of owning mentions a locked loss of value and links to it', async () => {
    open({ loss: null, loss_state: 'locked' });
    fireEvent.click(await screen.findByRole('button', { name: 'See the loss of value' }));
    expect(onUpgrade).toHaveBeenCalledWith('unlock_price');
  });

  it('the cost of owning says that an inspection is overdue', async () => {
    open({ next_inspection: '2026-10-10' });
    expect((await rows()).join()).toContain('Was due by October 10, 2026: agree who pays before you buy.');
  });

  it('the cost of owning asks for the price of the car’s fuel', async () => {
    open({ energy: { kind: 'electricity', per_100_km: 16.4 } });
    const field = await screen.findByLabelText<HTMLInputElement>('Electricity, kr. a kWh');
    expect(field.placeholder).toBe('1,74');
    expect(screen.queryByLabelText('Petrol, kr. a litre')).toBeNull();
    expect((await rows()).join()).toContain(
      '16,4 kWh per 100 km according to the register, at 1,74 kr./kWh (elberegner.dk, observed until June 30, 2026).',
    );
  });

  it('the cost of owning says that neither loss nor gain is counted for a car that may be worth more later', async () => {
    open({ loss: { ...sampleCost().loss!, price: 62_000 } });
    expect(await rows()).toContain(
      'Loss of value0 kr.0 kr.Between 60.000 kr. and 72.000 kr. in three years, by our valuation of November 20, 2026, if the market stays unchanged. Our estimate within that range is at least the 62.000 kr. asked, so we count neither a loss nor a gain.',
    );
  });

  it('the cost of owning can be requested again after a failure', async () => {
    let isDown = true;
    stubService({
      'GET /api/cars/42/cost': () =>
        isDown ? { status: 503, body: { code: 'unavailable', message: 'no' } } : { body: sampleCost() },
    });
    renderApp(<CostOfOwning id="42" className="" onUpgrade={onUpgrade} />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    fireEvent.click(again);
    expect((await rows()).length).toBe(7);
  });
});

const today = '2026-11-25';
beforeEach(() => localStorage.clear());

describe('the lines of what a car costs', () => {
  it('cost lines are sums of three years, and null if a part is unknown', () => {
    const inputs = { ...usualInputs, insurance: 5_200, inspection: 600 };
    expect(costLines(sampleCost(), inputs, today)).toEqual([
      { kind: 'tax', sum: { month: 133, threeYears: 6 * 800 } },
      // 5 litres for 100 km at 15.53, 45,000 km.
      { kind: 'energy', sum: { month: 971, threeYears: 34_942 } },
      { kind: 'loss', sum: { month: 500, threeYears: 84_000 - 66_000 } },
      { kind: 'insurance', sum: { month: 433, threeYears: 15_600 } },
      { kind: 'inspection', sum: { month: 33, threeYears: 1_200 } },
    ]);
    const bare = sampleCost({ tax: null, energy: null, loss: null, next_inspection: null });
    expect(costLines(bare, inputs, today).map(({ sum }) => sum?.threeYears ?? null)).toEqual([
      ...[null, null, null, 15_600, null],
    ]);
    expect(costTotal(costLines(bare, usualInputs, today))).toBeNull();
  });

  it('cost lines count no loss for a car that may gain value', () => {
    const loss = { ...sampleCost().loss!, price: 60_000 };
    const lines = costLines(sampleCost({ loss }), usualInputs, today);
    expect(lines[2]?.sum?.threeYears).toBe(0);
    // Nothing is known to cost: "at least 0 kr." would say nothing.
    expect(costTotal([lines[2]!, { kind: 'tax', sum: null }])).toBeNull();
  });

  it('the list tells the same sum of tax and energy as the page at its usual figures', () => {
    const tax = fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: null });
    const kind = fc.constantFrom('petrol' as const, 'diesel' as const, 'electricity' as const);
    const used = fc.integer({ min: 10, max: 300 }).map((tenths) => tenths / 10);
    const energy = fc.option(fc.record({ kind, per_100_km: used }), { nil: null });
    fc.assert(
      fc.property(tax, energy, (halfYearlyTaxDkk, energyUsed) => {
        const half = halfYearlyTaxDkk === null ? null : { half_year: halfYearlyTaxDkk };
        const cost = sampleCost({
          tax: half && { ...half, basis: 'charged', year: null },
          energy: energyUsed,
          prices: energyPrices,
        });
        const [taxLine, energyLine] = costLines(cost, usualInputs, today);
        const months = [taxLine!, energyLine!].map(({ sum }) => sum?.month ?? null);
        const told = runningCost({ halfYearlyTaxDkk, energy: energyUsed, reason: 'rated' });
        const isKnown = months.some((month) => month !== null);
        expect(told?.month ?? null).toBe(isKnown ? (months[0] ?? 0) + (months[1] ?? 0) : null);
        expect(told?.lacks ?? null).toBe(
          !isKnown ? null : months[0] === null ? 'tax' : months[1] === null ? 'energy' : null,
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('both columns of the cost lines add up to the total as they are shown', () => {
    const amounts = fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: null });
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 0, max: 100_000 }), (insurance, inspection, km) => {
        const lines = costLines(sampleCost(), { ...usualInputs, insurance, inspection, km }, today);
        for (const column of ['month', 'threeYears'] as const) {
          const shown = lines.map(({ sum }) => Math.round(sum?.[column] ?? 0));
          expect(costTotal(lines)![column]).toBe(shown.reduce((all, each) => all + each));
        }
      }),
    );
  });

  it('cost lines start from the price that the person pays', () => {
    const own = { ...usualInputs, km: 10_000, petrol: 14 };
    expect(costLines(sampleCost(), own, today)[1]?.sum?.threeYears).toBe(5 * 14 * 300);
  });
});

describe('inspections within three years', () => {
  it.each([
    ['2027-03-14', 2],
    ['2027-11-26', 1],
    ['2027-11-25', 2],
    ['2029-11-25', 1],
    ['2029-11-26', 0],
    // Overdue: made before the car is driven.
    ['2026-10-01', 2],
    [null, null],
  ])('a car due by %s has %s inspections within three years', (next, count) => {
    expect(inspectionsAhead(next, today)).toBe(count);
  });
});

describe('a figure of the person', () => {
  it.each([
    ['km', '15.000', 15_000],
    ['km', '15000', 15_000],
    ['km', ' 8 000 ', 8_000],
    ['km', '12,4', 12],
    ['km', '100.001', null],
    ['petrol', '15,53', 15.53],
    ['petrol', '15.53', 15.53],
    ['petrol', '1.553', null],
    ['insurance', '5.200', 5_200],
    ['insurance', '', null],
    ['insurance', 'dyr', null],
    ['insurance', '-3', null],
    ['insurance', '1e3', null],
  ] as const)('the cost field %s reads "%s" as %s', (input, text, figure) => {
    expect(readFigure(input, text)).toBe(figure);
  });
});

describe('the charts', () => {
  it('chart axes have round numbers', () => {
    expect(axisTicks(108_000, 192_000, 4)).toEqual([125_000, 150_000, 175_000]);
    expect(axisTicks(0, 200_000, 4)).toEqual([0, 50_000, 100_000, 150_000, 200_000]);
  });

  it('every value falls in exactly one histogram bar', () => {
    const prices = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(prices, (values) => {
        const bins = binCounts(values, Math.min(...values), Math.max(...values), 16);
        expect(bins.reduce((sum, count) => sum + count, 0)).toBe(values.length);
      }),
    );
  });

  it('the chart draws the least-squares line, and none without spread', () => {
    const line = fitLine([
      [0, 10],
      [1, 8],
      [2, 6],
    ]);
    expect(line?.(3)).toBeCloseTo(4);
    expect(
      fitLine([
        [5, 1],
        [5, 2],
        [5, 3],
      ]),
    ).toBeNull();
  });
});

import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WireCost } from '#core/contract/routes/car-parts.ts';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import CostOfOwning from '../../../web/src/cars/cost-of-owning.tsx';
import { costTexts } from '../../../web/src/i18n/text-parts.ts';
import { sampleCost } from './sample-cost.ts';

beforeAll(async () => {
  for (const language of ['en', 'da'] as const) await costTexts.load(language);
});
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

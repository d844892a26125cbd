import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import { carTexts, plateTexts } from '../../../web/src/i18n/text-parts.ts';
import { CheckForm } from '../../../web/src/plates/check-screen.tsx';
import CheckedCar from '../../../web/src/plates/checked-car.tsx';

beforeEach(async () => {
  signIn();
  await Promise.all([carTexts.load('en'), plateTexts.load('en')]);
});

const type = async (name: RegExp, value: string) =>
  fireEvent.input(await screen.findByLabelText(name), { target: { value } });

async function ask(answer: { status?: number; body: unknown }) {
  const onChecked = vi.fn();
  stubService({ 'POST /api/cars/check': answer });
  renderApp(<CheckForm isCharged={false} isVisitor={false} onChecked={onChecked} />);
  await type(/Number plate/, 'CX41287');
  await type(/Asking price/, '100000');
  onChecked.mockClear();
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(onChecked).toHaveBeenCalled());
  return onChecked;
}

it('the check form removes the old answer if the next plate is unknown', async () => {
  const body = { error: 'The register does not know this plate', code: 'plate_unknown' };
  const onChecked = await ask({ status: 404, body });
  expect(onChecked.mock.calls).toEqual([[null]]);
});

it('the check form shows the answer and removes it when another plate is typed', async () => {
  const onChecked = await ask({ body: sampleDetail() });
  await waitFor(() => expect(onChecked).toHaveBeenLastCalledWith(expect.objectContaining({ id: '42' })));
  await type(/Number plate/, 'XX');
  expect(onChecked).toHaveBeenLastCalledWith(null);
});

const listed = {
  id: '42',
  title: 'Skoda Octavia',
  price: 100_000,
  foreign_price: null,
  deal: 'fair' as const,
};
const show = (car: object, onList: object) =>
  renderApp(
    <CheckedCar
      car={{
        ...sampleDetail(),
        ...car,
        on_list: { ...listed, days_listed: 9, is_age_known: true, mileage: 111_000, ...onList },
      }}
      isSignedIn
      seesEstimates
      onUpgrade={() => {}}
    />,
  );

it('the check form links to the listed car with the plate and shows its price and mileage beside the typed ones', async () => {
  show({ price: 90_000, mileage: 120_000 }, {});
  expect(await screen.findByRole('link', { name: 'Skoda Octavia' })).toHaveProperty('pathname', '/car/42');
  const told = screen.getByText(/Its ad: /).textContent;
  expect(told).toContain('Its ad: 100.000 kr. · Its rating there: Fair.');
  expect(told).toContain('The rating below is for the 90.000 kr. you typed.');
  expect(told).toContain('The value below is for the 120.000 km you typed; the ad says 111.000 km.');
});

it('the check form does not mention typed values that match the ad', async () => {
  show({ price: 100_000, mileage: 111_000 }, {});
  expect((await screen.findByText(/Its ad: /)).textContent).not.toContain('you typed');
});

it('the check form praises no locked car without its serious finding, and says that the rating is for what was typed', async () => {
  const told = sampleDetail({ facts: [{ kind: 'debt', ad: null, register: null, date: null }] });
  show({ deal: 'amazing', locked: true, told, rated_despite: 'all_corrected' }, { mileage: 111_000 });
  const title = await screen.findByRole('heading', { name: 'This is an amazing deal' });
  expect(title.parentElement!.textContent).toContain('A debt is registered on the car');
  expect(title.parentElement!.textContent).toContain('the price of every car it was compared with');
  expect(screen.getByText(/Its ad: /).textContent).toContain('for the price and mileage you typed.');
});

it.each<[string, object, boolean]>([
  ['a rated car', { deal: 'fair' }, true],
  ['a rated car of a reader without estimates', { deal: 'fair', why: null }, false],
  ['a locked car', { deal: 'amazing', locked: true, told: sampleDetail() }, false],
  ['a car without a price', { price: 0, deal: 'no_estimate', deal_reason: 'no_price' }, true],
])('says of %s that its condition is not judged', async (_, fields, seesEstimates) => {
  const car = { ...sampleDetail({ item_url: '' }), ...fields };
  renderApp(<CheckedCar {...{ car, seesEstimates }} isSignedIn onUpgrade={() => {}} />);
  expect(await screen.findByText(/condition is not judged/)).toBeTruthy();
});

const unpriced = { price: 0, deal: 'no_estimate', deal_reason: 'no_price', item_url: '' } as const;
const shownValue = async (car: Parameters<typeof sampleDetail>[0], seesEstimates = true) => {
  const onUpgrade = vi.fn();
  const shown = sampleDetail({ ...unpriced, ...car });
  renderApp(<CheckedCar car={shown} isSignedIn seesEstimates={seesEstimates} onUpgrade={onUpgrade} />);
  const heading = await screen.findByRole('heading', { name: 'What it is worth' });
  return { text: heading.parentElement!.textContent, onUpgrade };
};

it('sends no price when none is typed', async () => {
  const requests = stubService({ 'POST /api/cars/check': { body: sampleDetail(unpriced) } });
  const onChecked = vi.fn();
  renderApp(<CheckForm isCharged={false} isVisitor onChecked={onChecked} />);
  await type(/Number plate/, 'CX41287');
  expect(screen.getByText(/a few times a day without an account/)).toBeTruthy();
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(onChecked).toHaveBeenCalledTimes(3));
  expect(requests.at(-1)).toMatchObject({ body: { plate: 'CX41287', price: null } });
});

it('a car without a price has its value, its range and the similar cars, and no rating', async () => {
  const { text } = await shownValue({
    valuation_low: 90_040,
    valuation_avg: 100_020,
    valuation_high: 110_000,
  });
  expect(text).toContain('100.000 kr.');
  expect(text).toContain(
    'usually on sale for between 90.000 kr. and 110.000 kr. These are asking prices, and',
  );
  expect(screen.queryByRole('heading', { name: 'Why this rating' })).toBeNull();
  expect(text).not.toMatch(/sold for|amazing|poor/i);
});

it('a vague value is called rough and has no single figure', async () => {
  const range = { valuation_low: 90_000, valuation_avg: 123_400, valuation_high: 190_000 };
  const { text } = await shownValue({ ...range, deal_reason: 'uncertain' });
  expect(text).toContain('roughly 90.000 kr. to 190.000 kr.');
  expect(text).not.toContain('123.400');
});

it('who may not see the value is told that there is one', async () => {
  const none = { valuation_low: null, valuation_avg: null, valuation_high: null, why: null };
  const { text, onUpgrade } = await shownValue(none, false);
  expect(text).toContain('The market value and its range are part of Premium.');
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect(onUpgrade).toHaveBeenCalledWith('unlock_price');
});

it('a car that cannot be valued has the reason', async () => {
  const none = { valuation_low: null, valuation_avg: null, valuation_high: null, why: null };
  const { text } = await shownValue({ ...none, deal_reason: 'too_old' });
  expect(text).toContain('older than 25 years');
  expect(text).not.toContain('part of Premium');
});

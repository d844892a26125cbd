import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BulkRowWire, WireCarDetail } from '#core/contract/routes/cars.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import { useCar } from '../../../web/src/cars/use-car.ts';
import CheckFile from '../../../web/src/plates/check-file.tsx';
import { CheckForm } from '../../../web/src/plates/check-screen.tsx';
import CheckedCar from '../../../web/src/plates/checked-car.tsx';
import PlateOfCar from '../../../web/src/plates/plate-of-car.tsx';

const saved = vi.hoisted(() => vi.fn());
vi.mock('../../../web/src/save-file.ts', () => ({ saveFile: saved }));

beforeEach(signIn);

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

describe('a file of cars on the page that values one', () => {
  const good: BulkRowWire = {
    ...{ line: 2, plate: 'AB12345', error: null, note: 'The ad says it has no valid inspection' },
    car: {
      ...{ title: 'Škoda Octavia', year: 2019, mileage: 111_000, price: 90_000, deal: 'fair' },
      ...{ low: 80_000, market: 88_000, high: 96_000, gap: 2000, days_listed: 12, is_age_known: true },
      ...{ finding: { in: 'caution', kind: 'no_inspection' }, findings: 1 },
    },
  };
  const wrong: BulkRowWire = {
    ...{ line: 53, plate: '<b>x', car: null, error: 'plate_invalid' },
    note: 'This is no Danish number plate.',
  };

  const choose = async (text = 'plate\nAB12345') =>
    fireEvent.change(await screen.findByLabelText(/Choose a CSV file/), {
      target: { files: [new File([text], 'cars.csv', { type: 'text/csv' })] },
    });

  it('is sent part by part, shown as a table and saved as one file', async () => {
    const parts = [
      { total: 51, next: 50, rows: [good], csv: 'Line;Car\n2;a\n' },
      { total: 51, next: null, rows: [wrong], csv: '53;b\n' },
    ];
    const asked = stubService({ 'POST /api/cars/check/bulk': () => ({ body: parts.shift() }) });
    renderApp(<CheckFile />);
    await choose();
    const table = within(await screen.findByRole('table'));
    const cells = table.getAllByRole('row').map((row) => row.textContent);
    expect(cells[1]).toContain('Škoda Octavia · Fair');
    for (const text of ['90.000 kr.', '88.000 kr.', '80.000 kr. – 96.000 kr.', '2.000 kr.', '12'])
      expect(cells[1]).toContain(text);
    expect(cells[1]).toContain('no valid inspection');
    fireEvent.click(await screen.findByRole('button', { name: 'Save the answer (CSV)' }));
    expect(saved).toHaveBeenCalledWith(
      'Line;Car\n2;a\n53;b\n',
      'text/csv;charset=utf-8',
      expect.stringMatching(/^bilfund-.*\.csv$/),
    );
    expect(screen.getByText('<b>x')).toBeTruthy();
    expect(screen.getByText('This is no Danish number plate.')).toBeTruthy();
    expect(screen.getByText('1 of 51 valued.')).toBeTruthy();
    expect(asked.filter(({ key }) => key === 'POST /api/cars/check/bulk')).toHaveLength(2);
  });

  it('says in the reader’s language why a file was refused', async () => {
    stubService({
      'POST /api/cars/check/bulk': { status: 400, body: { error: 'No.', code: 'csv_unread' } },
    });
    renderApp(<CheckFile />, { language: 'da' });
    fireEvent.change(await screen.findByLabelText(/Vælg en CSV-fil/), {
      target: { files: [new File(['x'], 'cars.csv')] },
    });
    await waitFor(() => expect(screen.getByText(/kolonne med nummerplader\.$/)).toBeTruthy());
    expect(screen.queryByRole('table')).toBeNull();
  });
});

/** As the car's page shows it, by the answer that is cached. */
function Page() {
  const { data } = useCar('42');
  if (!data || data.locked) return null;
  return (
    <>
      <output>{data.plate ?? '-'}</output>
      <PlateOfCar car={data} />
    </>
  );
}

describe('the plate of a car', () => {
  type Answers = Parameters<typeof stubService>[0];
  const about = { body: { platesEnabled: true } };
  const none = sampleDetail({ plate: null, register_state: 'no_plate' });
  const typed = sampleDetail({ plate: 'CX41287', plate_typed_by: 'me' });

  function open(car: WireCarDetail, answers: Answers = {}, language: 'en' | 'da' = 'en') {
    const requests = stubService({
      'GET /api/cars/42': { body: car },
      'GET /api/about': about,
      'PUT /api/cars/42/plate': ({ body }) => ({
        body: { ...typed, plate: (body as { plate: string }).plate },
      }),
      'DELETE /api/cars/42/plate': { body: none },
      ...answers,
    });
    renderApp(<Page />, { language });
    return requests;
  }
  const sent = (requests: ReturnType<typeof open>) =>
    requests.filter(({ key }) => key.endsWith('/plate')).map(({ key, body }) => [key.split(' ')[0], body]);

  async function write(plate: string, name = 'Type the plate') {
    fireEvent.click(await screen.findByRole('button', { name }));
    const dialog = screen.getByRole('dialog', { hidden: true });
    const field = within(dialog).getByLabelText('Number plate');
    fireEvent.change(field, { target: { value: plate } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Ask the register', hidden: true }));
    return dialog;
  }

  it('a plate can be typed, is shown, and can be undone', async () => {
    const requests = open(none);
    await write('cx 41.287');
    await waitFor(() => expect(screen.getByText('CX41287').tagName).toBe('OUTPUT'));
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
    expect(screen.getByText('Typed by you, shown to you alone')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Type the plate' });
    expect(sent(requests)).toEqual([
      ['PUT', { plate: 'CX41287', confirmed: false }],
      ['DELETE', undefined],
    ]);
  });

  it('a plate can be removed, and undo types it again', async () => {
    const requests = open(typed);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove my plate' }));
    await screen.findByRole('button', { name: 'Type the plate' });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Remove my plate' });
    expect(sent(requests)).toEqual([
      ['DELETE', undefined],
      ['PUT', { plate: 'CX41287', confirmed: true }],
    ]);
  });

  it('a plate that the register gives to another car needs confirmation, each plate anew', async () => {
    const refusal = {
      code: 'conflict',
      message: 'x',
      details: { register: { make: 'Audi', model: 'A3', year: 2012 } },
    };
    const requests = open(none, {
      'PUT /api/cars/42/plate': ({ body }) =>
        (body as { confirmed: boolean }).confirmed ? { body: typed } : { status: 409, body: refusal },
    });
    const dialog = await write('CX41287');
    expect((await within(dialog).findByRole('alert', { hidden: true })).textContent).toContain('CX 41 287');
    expect(within(dialog).getByRole('alert', { hidden: true }).textContent).toContain('Audi A3 2012');
    const field = within(dialog).getByLabelText('Number plate');
    fireEvent.change(field, { target: { value: 'DB20456' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Ask the register', hidden: true }));
    fireEvent.click(await within(dialog).findByRole('button', { name: 'It is this car', hidden: true }));
    await screen.findByRole('button', { name: 'Remove my plate' });
    expect(sent(requests)).toEqual([
      ['PUT', { plate: 'CX41287', confirmed: false }],
      ['PUT', { plate: 'DB20456', confirmed: false }],
      ['PUT', { plate: 'DB20456', confirmed: true }],
    ]);
  });

  it('a failed plate shows the error and keeps the typed text', async () => {
    open(none, {
      'PUT /api/cars/42/plate': { status: 404, body: { code: 'plate_unknown', message: 'No such plate.' } },
    });
    const dialog = await write('QQ99999');
    expect((await within(dialog).findByRole('alert', { hidden: true })).textContent).toContain(
      'The vehicle register knows no car with this plate',
    );
    expect(within(dialog).getByLabelText<HTMLInputElement>('Number plate').value).toBe('QQ99999');
  });

  it('a plate typed by readers says so and can be corrected', async () => {
    open(sampleDetail({ plate: 'CX41287', plate_typed_by: 'people' }), {}, 'da');
    await screen.findByText('Skrevet af flere læsere');
    expect(screen.getByRole('button', { name: 'Ret nummerpladen' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Fjern min nummerplade' })).toBeNull();
  });

  it('a plate cannot be typed if no register is set up', async () => {
    const requests = open(none, { 'GET /api/about': { body: { platesEnabled: false } } });
    await waitFor(() => expect(requests.map(({ key }) => key)).toContain('GET /api/about'));
    await screen.findByText('-');
    expect(screen.queryByRole('button', { name: 'Type the plate' })).toBeNull();
  });
});

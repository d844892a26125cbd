import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BulkRowWire } from '#core/contract/routes/cars.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { plateTexts } from '../../../web/src/i18n/text-parts.ts';
import CheckFile from '../../../web/src/plates/check-file.tsx';

const saved = vi.hoisted(() => vi.fn());
vi.mock('../../../web/src/save-file.ts', () => ({ saveFile: saved }));

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

beforeEach(async () => {
  signIn();
  await Promise.all([plateTexts.load('en'), plateTexts.load('da')]);
});

describe('a file of cars on the page that values one', () => {
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

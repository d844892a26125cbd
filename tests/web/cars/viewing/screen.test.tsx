import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleComparable } from '#tests/support/make-car.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import Viewing from '../../../../web/src/cars/viewing/screen.tsx';
import { carTexts, storyTexts, viewingTexts } from '../../../../web/src/i18n/text-parts.ts';

const saved: { name: string; type: string }[] = [];

beforeEach(async () => {
  signIn();
  saved.length = 0;
  await Promise.all([carTexts, storyTexts, viewingTexts].map((part) => part.load('en')));
  let type = '';
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    type = (file as Blob).type;
    return 'blob:file';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, type });
  });
});

const show = (car: unknown) => {
  stubService({ 'GET /api/cars/42': { body: car } });
  renderApp(<Viewing id="42" />);
};
const debt = { kind: 'debt', ad: null, register: null, date: null };

describe('the sheet for a viewing', () => {
  it('lists what was found about the car before what is looked at on every car', async () => {
    show(sampleDetail({ facts: [debt], fuel: 'diesel' }));
    const found = await screen.findByText(/^A debt is registered/);
    const looked = screen.getByText(/particle filter/);
    expect(found.compareDocumentPosition(looked)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByText(/found nothing to clear up/)).toBeNull();
  });

  it('says that nothing was found, and names what was not asked', async () => {
    show(sampleDetail());
    await screen.findByText(/found nothing to clear up/);
    expect(screen.getByRole('heading', { name: 'What we did not ask about' })).toBeDefined();
  });

  it('writes the plate and the market value as the page of the car does', async () => {
    show(sampleDetail());
    expect(await screen.findByText('CX 41 287')).toBeDefined();
    expect(screen.getByText('139.500–158.000 kr.')).toBeDefined();
  });

  it('names the fuel of both where ad and register differ', async () => {
    const differs = { kind: 'fuel_differs', ad: 'petrol', register: 'diesel', date: null };
    show(sampleDetail({ facts: [differs], fuel: 'diesel' }));
    expect(await screen.findByText('Petrol (ad), Diesel (register)')).toBeDefined();
  });

  it('names the model of a similar car that is another one', async () => {
    const why = { source: 'model' as const, model_version: null, terms: [] };
    const comparables = [sampleComparable, { ...sampleComparable, id: '3', model: 'Superb' }];
    show(sampleDetail({ model: 'Octavia', why: { ...why, comparables } }));
    const made = await screen.findAllByText(/^adjusted/);
    expect(made.map((each) => each.textContent)).toEqual([
      'adjusted: 147.000 kr.',
      'adjusted: 147.000 kr. · another model: Superb',
    ]);
  });

  it('shows market and comparables to who may see them alone', async () => {
    show(sampleDetail({ valuation_low: null, valuation_avg: null, valuation_high: null }));
    await screen.findByText('Price in the ad');
    expect(screen.queryByText('Market Value')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Similar cars' })).toBeNull();
  });

  it('gives the contract and the calendar as files', async () => {
    show(sampleDetail({ naeste_syn: '2999-03-14' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Save the contract' }));
    await waitFor(() => expect(saved).toEqual([{ name: 'slutseddel-CX41287.pdf', type: 'application/pdf' }]));
    fireEvent.change(screen.getByLabelText('Date of the viewing'), { target: { value: '2999-01-02' } });
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '13:30' } });
    fireEvent.click(screen.getByRole('button', { name: /Save the viewing/ }));
    await waitFor(() => expect(saved[1]).toEqual({ name: 'bilfund-viewing.ics', type: 'text/calendar' }));
    fireEvent.click(screen.getByRole('button', { name: /Save the next inspection/ }));
    await waitFor(() => expect(saved[2]).toEqual({ name: 'bilfund-inspection.ics', type: 'text/calendar' }));
  });

  it('offers no viewing of a car that is gone', async () => {
    show(sampleDetail({ availability: 'gone' }));
    await screen.findByRole('heading', { name: 'Before you pay' });
    expect(screen.queryByLabelText('Date of the viewing')).toBeNull();
  });

  it('shows no fact of a locked car', async () => {
    show({ id: '42', deal: 'amazing', locked: true });
    await screen.findByRole('heading', { name: 'This is an amazing deal' });
    expect(screen.queryByRole('button', { name: 'Save the contract' })).toBeNull();
  });
});

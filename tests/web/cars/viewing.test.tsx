import { PDFDocument } from '@cantoo/pdf-lib';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bodies, fuels, gearboxes, listingFlags } from '#core/marketplaces/ad/listing.ts';
import { sampleComparable } from '#tests/support/make-car.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import { rulesFor } from '../../../web/src/cars/viewing/before-you-pay.tsx';
import { inspectionCalendar, viewingCalendar } from '../../../web/src/cars/viewing/calendar.ts';
import { checksOf } from '../../../web/src/cars/viewing/checks.ts';
import { contractSections, purchaseContract } from '../../../web/src/cars/viewing/contract.ts';
import Viewing from '../../../web/src/cars/viewing/screen.tsx';
import { filters as filtersDa } from '../../../web/src/i18n/da/cars.ts';
import { viewing as viewingDa } from '../../../web/src/i18n/da/viewing.ts';
import { filters } from '../../../web/src/i18n/en/cars.ts';
import { viewing } from '../../../web/src/i18n/en/viewing.ts';

const saved: { name: string; type: string }[] = [];

beforeEach(() => {
  signIn();
  saved.length = 0;
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

const today = '2026-11-28';
const accusing = /sold|solgt|lie\b|lyv|fraud|svindel|cheat|snyd|stolen|stjål/i;
const checks = (fields: Parameters<typeof sampleDetail>[0]) =>
  checksOf(sampleDetail(fields), viewing, filters, today);
const reasonsOf = (fields: Parameters<typeof sampleDetail>[0]) =>
  Object.fromEntries(checks(fields).map(({ check, because }) => [check, because]));

describe('what to look at on a car', () => {
  it('follows from its own facts, and names them', () => {
    const old = reasonsOf({
      fuel: 'diesel',
      gearbox: 'manual',
      year: 2012,
      mileage: 245_000,
      register_state: 'no_plate',
    });
    expect(old).toMatchObject({
      timing: ['14 years old', '245.000 km'],
      particleFilter: ['Diesel'],
      clutch: ['245.000 km'],
      rust: ['14 years old'],
      odometer: ['the ad says 245.000 km'],
      plate: ['we do not know the plate'],
    });
    expect(old).not.toHaveProperty('battery');
  });

  it('asks about battery and charging of an electric car, and nothing about an engine or gears', () => {
    const electric = reasonsOf({ fuel: 'electric', gearbox: 'automatic', year: 2023, mileage: 30_000 });
    expect(electric).toMatchObject({ battery: ['Electric'], charging: ['Electric'] });
    for (const check of ['coldStart', 'timing', 'particleFilter', 'automatic', 'clutch'])
      expect(electric).not.toHaveProperty(check);
  });

  it('takes nothing for given that is not known', () => {
    const unknown = reasonsOf({ fuel: null, gearbox: null, year: null, mileage: null, plate: null });
    expect(unknown.odometer).toEqual(['the ad names no mileage']);
    for (const check of ['timing', 'rust', 'battery', 'automatic', 'clutch', 'coldStart', 'plate'])
      expect(unknown).not.toHaveProperty(check);
  });

  it('accuses nobody, names each check once, and gives a reason for whatever is not asked of every car', () => {
    const car = fc.record({
      fuel: fc.option(fc.constantFrom(...fuels)),
      gearbox: fc.option(fc.constantFrom(...gearboxes)),
      body: fc.option(fc.constantFrom(...bodies)),
      year: fc.option(fc.integer({ min: 1960, max: 2027 })),
      mileage: fc.option(fc.oneof(fc.integer({ min: 0, max: 600_000 }), fc.constant('187xxx'))),
      register_state: fc.constantFrom('found' as const, 'no_plate' as const),
      cautions: fc.subarray([...listingFlags]),
      facts: fc
        .subarray(['debt', 'deregistered', 'mileage_unclear', 'inspection_overdue', 'gearbox_differs'])
        .map((kinds) => kinds.map((kind) => ({ kind, ad: null, register: null, date: null }) as never)),
    });
    const ofEveryCar = checks({ fuel: null, gearbox: null, year: null, mileage: 1, plate: 'AB12345' });
    const common = new Set(
      ofEveryCar.filter(({ because }) => because.length === 0).map(({ check }) => check),
    );
    fc.assert(
      fc.property(car, (fields) => {
        const all = checks(fields);
        const danish = checksOf(sampleDetail(fields), viewingDa, filtersDa, today);
        const said = [viewing.checks, viewingDa.checks].flatMap((words, n) =>
          [all, danish][n]!.flatMap(({ check, because }) => [words[check], ...because]),
        );
        expect(said.join(' ')).not.toMatch(accusing);
        expect(new Set(all.map(({ check }) => check)).size).toBe(all.length);
        for (const { check, because } of all) {
          expect(because.length > 0 || common.has(check)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the rules of a purchase', () => {
  it('are those of a dealer where the ad names one, and both where it names none or a private seller', () => {
    const rights = (seller: Parameters<typeof rulesFor>[0]) =>
      rulesFor(seller).filter((rule) => rule === 'dealer' || rule === 'private');
    expect(rights('dealer')).toEqual(['dealer']);
    // Who poses as a private seller has a dealer's duties.
    expect(rights('private')).toEqual(['dealer', 'private']);
    expect(rights(null)).toEqual(['dealer', 'private']);
  });
});

const event = {
  id: 'viewing-42@bilfund.example',
  summary: 'Se på Škoda Octavia; 1.5, "Combi"',
  description: `Annoncen: https://www.facebook.com/marketplace/item/${'4'.repeat(80)}`,
  url: 'https://bilfund.example/car/42',
  where: 'Odense',
};
const read = (file: string) => {
  const entry = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent')!;
  const alarm = entry.getFirstSubcomponent('valarm')!.getFirstPropertyValue('trigger');
  return { entry: new ICAL.Event(entry), url: entry.getFirstPropertyValue('url'), alarm: String(alarm) };
};

describe('calendar files', () => {
  it('hold a viewing of an hour, with its car and its place', () => {
    const { entry, url, alarm } = read(viewingCalendar(event, new Date('2026-12-05T13:30:00Z')));
    expect(entry.summary).toBe(event.summary);
    expect(entry.description).toBe(event.description);
    expect(entry.location).toBe('Odense');
    expect(entry.uid).toBe(event.id);
    expect(url).toBe(event.url);
    expect(entry.startDate.toJSDate().toISOString()).toBe('2026-12-05T13:30:00.000Z');
    expect(entry.endDate.toJSDate().toISOString()).toBe('2026-12-05T14:30:00.000Z');
    expect(alarm).toBe('-PT1H');
  });

  it('hold the last day for an inspection as a whole day, wherever the reader is', () => {
    const { entry, alarm } = read(inspectionCalendar({ ...event, where: null }, '2027-03-14'));
    expect(entry.startDate.isDate).toBe(true);
    expect(entry.startDate.toString()).toBe('2027-03-14');
    expect(entry.location).toBeNull();
    expect(alarm).toBe('-P28D');
  });
});

const valuesOf = async (file: Uint8Array) => {
  const form = (await PDFDocument.load(file)).getForm();
  return Object.fromEntries(
    form.getFields().map((field) => [field.getName(), form.getTextField(field.getName()).getText() ?? '']),
  );
};

describe('the purchase contract', () => {
  it('has the usual fields: facts of ad and register filled in, people, price and terms empty', async () => {
    const car = sampleDetail({
      plate: 'CX41287',
      mileage: 111_000,
      foerste_registrering_dato: '2019-03-14',
      sidste_syn: '2025-03-02',
    });
    const values = await valuesOf(await purchaseContract(car, '2026-11-20'));
    expect(values).toMatchObject({
      car: 'Škoda Octavia 1.5 TSI Combi Style',
      plate: 'CX41287',
      first_registration: '14. marts 2019',
      mileage_ad: '111.000 km',
      last_inspection: '2. marts 2025',
    });
    for (const name of [
      ...['seller_name', 'seller_address', 'seller_phone', 'buyer_name', 'buyer_address', 'buyer_phone'],
      ...['chassis_number', 'mileage_handover', 'faults', 'accessories', 'price', 'payment', 'debt'],
      ...['handover', 'reregistered_by', 'terms', 'seller_signed', 'buyer_signed'],
    ])
      expect(values[name]).toBe('');
  });

  it('is one page that another library reads, in Danish with English behind', async () => {
    const file = await purchaseContract(sampleDetail(), '2026-11-20');
    const { totalPages, text } = await extractText(await getDocumentProxy(file), { mergePages: true });
    expect(totalPages).toBe(1);
    for (const { da, en, fields } of contractSections(sampleDetail()))
      for (const word of [da, en, ...fields.flatMap((field) => [field.da, field.en])])
        expect(text.replace(/\s+/g, ' ')).toContain(word.replace(/\s+/g, ' '));
    expect(text).toContain('20. november 2026');
  });

  it('keeps every field on the page, and none over another', async () => {
    const file = await PDFDocument.load(await purchaseContract(sampleDetail(), '2026-11-20'));
    const { width, height } = file.getPage(0).getSize();
    const boxes = file
      .getForm()
      .getFields()
      .map((field) => field.acroField.getWidgets()[0]!.getRectangle());
    for (const box of boxes) {
      expect(box.x).toBeGreaterThan(0);
      expect(box.y).toBeGreaterThan(20);
      expect(box.x + box.width).toBeLessThan(width);
      expect(box.y + box.height).toBeLessThan(height);
      const isOver = (other: typeof box) =>
        other !== box &&
        other.x < box.x + box.width &&
        box.x < other.x + other.width &&
        other.y < box.y + box.height &&
        box.y < other.y + other.height;
      expect(boxes.some(isOver)).toBe(false);
    }
  });

  it('keeps every line within the margin that the page has on its left', async () => {
    const page = await (await getDocumentProxy(await purchaseContract(sampleDetail(), '2026-11-20'))).getPage(
      1,
    );
    const { items } = await page.getTextContent();
    const lines = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
    const [, , width] = page.view as [number, number, number];
    const margin = Math.min(...lines.map(({ transform }) => transform[4]));
    expect(Math.min(...lines.map(({ transform }) => transform[5]))).toBeGreaterThanOrEqual(margin);
    expect(Math.max(...lines.map((line) => line.transform[4] + line.width))).toBeLessThanOrEqual(
      width - margin,
    );
  });

  it('can be made of any ad, whatever signs its title has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (title) => {
        const car = sampleDetail({ title: `🚗 ${title}`, brand: null, model: null, variant: null });
        expect((await valuesOf(await purchaseContract(car, '2026-11-20'))).plate).toBe('CX41287');
      }),
      { numRuns: 25 },
    );
  });
});

import { PDFDocument } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import { inspectionCalendar, viewingCalendar } from '../../../../web/src/cars/viewing/calendar.ts';
import { contractSections, purchaseContract } from '../../../../web/src/cars/viewing/contract.ts';

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

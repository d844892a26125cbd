import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { listingFlags } from '#core/marketplaces/ad/listing.ts';
import { renderApp } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import {
  messageWords,
  mostSellerMessage,
  questionsAbout,
  sellerMessage,
} from '../../../web/src/cars/seller-message.ts';
import WriteToSeller from '../../../web/src/cars/write-to-seller.tsx';

const { da, en } = messageWords;

function open(writeText: (text: string) => Promise<void>) {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as Clipboard);
  const onClose = vi.fn();
  renderApp(<WriteToSeller car={sampleDetail()} isSignedIn onClose={onClose} />);
  return onClose;
}

it('the message to the seller is Danish first, and is copied as its reader changed it', async () => {
  const copied: string[] = [];
  const onClose = open(async (text) => {
    copied.push(text);
  });
  const field = screen.getByLabelText('Message');
  expect(field).toHaveProperty('lang', 'da');
  fireEvent.change(field, { target: { value: 'Hej. Er den solgt?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(copied).toEqual(['Hej. Er den solgt?']);
});

it('the message to the seller is written anew in the language that its reader chooses', () => {
  open(async () => {});
  fireEvent.change(screen.getByLabelText('Language of the message'), { target: { value: 'en' } });
  expect((screen.getByLabelText('Message') as HTMLTextAreaElement).value).toMatch(/^Hi\nI am interested/);
});

it('the message to the seller keeps what was changed while the other language is looked at', () => {
  open(async () => {});
  const language = screen.getByLabelText('Language of the message');
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Min egen tekst' } });
  fireEvent.change(language, { target: { value: 'en' } });
  fireEvent.change(language, { target: { value: 'da' } });
  expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Min egen tekst');
});

it('the message to the seller stays open where the browser refuses to copy', async () => {
  const onClose = open(() => Promise.reject(new Error('refused')));
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  // In the dialog: what stands behind it is neither seen nor read aloud.
  expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toMatch(
    /could not be copied/,
  );
  expect(onClose).not.toHaveBeenCalled();
});

const reader = { today: '2026-11-28', isSignedIn: true };
const fact = (kind: string) => ({ kind, ad: null, register: null, date: null }) as never;

it('asks about what was found, the weightiest first, and says nothing else about the car', () => {
  const car = sampleDetail({
    ...{ brand: 'Škoda', model: 'Octavia', year: 2019, price: 99_000, plate: null, fuel: 'diesel' },
    ...{ facts: [fact('gearbox_differs'), fact('debt')], cautions: ['imported'] },
  });
  expect(questionsAbout(car, reader)).toEqual(['debt', 'imported', 'model', 'plate', 'service']);
  expect(sellerMessage(car, da, reader).split('\n')).toEqual([
    'Hej',
    'Jeg er interesseret i din Škoda Octavia 2019 (99.000 kr.). Er den stadig til salg?',
    da.questions.debt,
    da.questions.imported,
    da.questions.model,
    da.questions.plate,
    da.questions.service,
    'Hvornår kan jeg komme og se den?',
    'Venlig hilsen',
  ]);
});

it('asks nothing that the page of the car knows', () => {
  const day = { naeste_syn: '2026-12-24', facts: [], cautions: [], fuel: 'diesel' as const };
  const event = {
    place: null,
    until: null,
    mileage: null,
    amount: null,
    source: 'inspection_report' as const,
  };
  const faulty = {
    ...event,
    kind: 'inspection' as const,
    date: '2024-12-01',
    said: 'Godkendt',
    faults: ['Dæk'],
  };
  const due = sampleDetail({ ...day, story: { asked: ['inspections'], events: [faulty] } });
  expect(questionsAbout(due, reader)).toEqual(['faults', 'inspectionAhead', 'service']);
  const fresh = { ...due, naeste_syn: null, facts: [fact('claims_fresh_inspection')] };
  expect(questionsAbout(fresh, reader)).not.toContain('inspection');
  const unknown = sampleDetail({ ...day, naeste_syn: null, register_state: 'absent', plate: 'AB12345' });
  expect(questionsAbout(unknown, reader)).toEqual(['certificate', 'service']);
});

it.each(['leasing', 'down_payment', 'placeholder_price'] as const)(
  'asks what the car costs and names no price that is none (%s)',
  (deal_reason) => {
    const car = sampleDetail({ deal: 'no_estimate', deal_reason, price: 12_345 });
    expect(questionsAbout(car, reader)).toContain('price');
    expect(sellerMessage(car, en, reader)).not.toContain('12.345');
  },
);

it('asks the seller of an electric car about its battery', () => {
  expect(questionsAbout(sampleDetail({ fuel: 'electric' }), reader)).toContain('battery');
});

it('names no price where the ad has none', () => {
  expect(sellerMessage(sampleDetail({ price: 0 }), en, reader)).not.toContain('kr.');
});

it('fits into 600 characters, accuses nobody and never says sold, whatever was found', () => {
  const kinds = ['debt', 'leasing', 'deregistered', 'mileage_unclear', 'owners_differ', 'inspection_overdue'];
  const any = fc.record({
    title: fc.string({ maxLength: 200 }),
    brand: fc.option(fc.string({ maxLength: 60 })),
    model: fc.option(fc.string({ maxLength: 300 })),
    facts: fc.subarray(kinds).map((some) => some.map(fact)),
    cautions: fc.subarray([...listingFlags]),
    plate: fc.constantFrom(null, 'AB12345'),
  });
  fc.assert(
    fc.property(any, fc.constantFrom(da, en), (fields, words) => {
      const car = sampleDetail({
        ...fields,
        title: 'Car',
        brand: fields.brand && 'Make',
        model: fields.model && 'Model',
      });
      const message = sellerMessage(car, words, reader);
      expect(message.length).toBeLessThanOrEqual(mostSellerMessage);
      expect(message).not.toMatch(/sold|solgt|lie|lyv|fraud|svindel|cheat|snyd|stolen|stjålet/i);
      expect(sellerMessage(sampleDetail(fields), words, reader).length).toBeLessThanOrEqual(
        mostSellerMessage,
      );
    }),
    { numRuns: 500 },
  );
});

it('does not ask for a plate that is hidden from who is not signed in', () => {
  expect(questionsAbout(sampleDetail({ plate: null }), { ...reader, isSignedIn: false })).not.toContain(
    'plate',
  );
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import WriteToSeller from '../../../web/src/cars/write-to-seller.tsx';

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

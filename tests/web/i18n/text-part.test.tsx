import { act, render, screen } from '@testing-library/react';
import { Suspense, useMemo, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../../../web/src/app.tsx';
import { en } from '../../../web/src/i18n/en.ts';
import { loadWantedParts, type TextPart, textPart } from '../../../web/src/i18n/text-part.ts';

function Sentence({ part }: { part: TextPart<string> }) {
  const [mark] = useState('!');
  const text = part.read('da');
  // A hook after the texts: React meets it only when they are there.
  return <p>{useMemo(() => text + mark, [text, mark])}</p>;
}

describe('texts that only some screens say', () => {
  it('a text part is fetched once in each language', async () => {
    const en = vi.fn(async () => 'English');
    const part = textPart({ en, da: async () => 'dansk' });
    await Promise.all([part.load('en'), part.load('en')]);
    expect(en).toHaveBeenCalledTimes(1);
    expect(await part.load('da')).toBe('dansk');
  });

  it('a text part is fetched again after a failure', async () => {
    let isOnline = false;
    const fetchDanish = async () => {
      if (!isOnline) throw new Error('offline');
      return 'dansk';
    };
    const part = textPart({ en: async () => 'English', da: fetchDanish });
    await expect(part.load('da')).rejects.toThrow('offline');
    isOnline = true;
    expect(await part.load('da')).toBe('dansk');
  });

  it('a screen waits for its text part and then shows it without an error', async () => {
    const faults: unknown[] = [];
    let arrive = (_: string) => {};
    const part = textPart({
      en: async () => 'English',
      da: () =>
        new Promise<string>((done) => {
          arrive = done;
        }),
    });
    const options = { onRecoverableError: (error: unknown) => faults.push(error) };
    await act(async () => {
      render(
        <Suspense fallback="waiting">
          <Sentence part={part} />
        </Suspense>,
        options,
      );
    });
    expect(screen.getByText('waiting')).toBeTruthy();
    await act(async () => arrive('dansk'));
    expect(screen.getByText('dansk!')).toBeTruthy();
    render(<Sentence part={part} />, options);
    expect(screen.getAllByText('dansk!')).toHaveLength(2);
    expect(faults).toEqual([]);
  });

  it('a text part that cannot be fetched is retried a few times before the screen shows an error', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    let isOnline = false;
    const da = vi.fn(async () => {
      if (!isOnline) throw new Error('offline');
      return 'dansk';
    });
    const part = textPart({ en: async () => 'English', da });
    const screenOf = () => (
      <ErrorBoundary texts={en}>
        <Suspense fallback="waiting">
          <Sentence part={part} />
        </Suspense>
      </ErrorBoundary>
    );
    const draw = () => act(async () => render(screenOf()));
    const { unmount } = await draw();
    expect(screen.getByRole('button', { name: en.shell.reload })).toBeTruthy();
    const asked = da.mock.calls.length;
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThan(6);
    unmount();
    // Drawn again it asks for nothing; a press asks anew.
    await draw();
    expect(screen.getByRole('button', { name: en.shell.reload })).toBeTruthy();
    expect(da).toHaveBeenCalledTimes(asked);
    isOnline = true;
    expect(await part.load('da')).toBe('dansk');
  });

  it('a text part that arrives while the screen is drawn causes no error', async () => {
    const faults: unknown[] = [];
    const part = textPart({ en: async () => 'English', da: async () => 'dansk' });
    await act(async () => {
      render(
        <Suspense fallback="waiting">
          <Sentence part={part} />
        </Suspense>,
        { onRecoverableError: (error) => faults.push(error) },
      );
    });
    expect(screen.getAllByText('dansk!').length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  it('the text parts of this visit’s screens are loaded before the language changes', async () => {
    const da = vi.fn(async () => 'dansk');
    const part = textPart({ en: async () => 'English', da });
    await loadWantedParts('da');
    expect(da).not.toHaveBeenCalled();
    await part.load('en');
    await loadWantedParts('da');
    expect(da).toHaveBeenCalledTimes(1);
  });
});

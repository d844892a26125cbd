import { describe, expect, it, vi } from 'vitest';
import { loadWantedParts, textPart } from '../../../web/src/i18n/text-part.ts';

describe('texts that only some screens say', () => {
  it('are fetched once in each language', async () => {
    const en = vi.fn(async () => 'English');
    const part = textPart({ en, da: async () => 'dansk' });
    await Promise.all([part.load('en'), part.load('en')]);
    expect(en).toHaveBeenCalledTimes(1);
    expect(part.read('en')).toBe('English');
    expect(await part.load('da')).toBe('dansk');
  });

  it('are asked for again after they could not be fetched', async () => {
    const da = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline'));
    da.mockResolvedValue('dansk');
    const part = textPart({ en: async () => 'English', da });
    await expect(part.load('da')).rejects.toThrow('offline');
    expect(await part.load('da')).toBe('dansk');
  });

  it('are there before the language changes, when a screen of this visit says them', async () => {
    const da = vi.fn(async () => 'dansk');
    const part = textPart({ en: async () => 'English', da });
    await loadWantedParts('da');
    expect(da).not.toHaveBeenCalled();
    await part.load('en');
    await loadWantedParts('da');
    expect(part.read('da')).toBe('dansk');
  });
});

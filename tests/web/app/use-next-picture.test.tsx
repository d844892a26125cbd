import { renderHook, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useNextPicture } from '../../../web/src/app/next-picture.ts';

describe('a part of an opening page that may come later', () => {
  it('useNextPicture waits until the surrounding screen has been painted', async () => {
    const { result } = renderHook(() => useNextPicture(false));
    expect(result.current).toBe(false);
    await waitFor(() => expect(result.current).toBe(true));
  });

  it('useNextPicture shows its part at once if no waiting is requested', () => {
    const seen: boolean[] = [];
    renderHook(() => seen.push(useNextPicture(true)));
    expect(seen).toEqual([true]);
  });
});

import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '#tests/web/support/render-app.tsx';
import { Gallery } from '../../../web/src/cars/gallery.tsx';
import { panOffset, wrapIndex } from '../../../web/src/cars/lightbox.tsx';

const images = ['/photos/1.webp', '/photos/2.webp', '/photos/3.webp'];
const show = (shown = images) => renderApp(<Gallery images={shown} title="Golf" deal="fair" />);
async function open(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Enlarge photo' }));
  await screen.findByRole('dialog');
}
async function openLightbox(shown = images) {
  show(shown);
  await open();
}

describe('the gallery', () => {
  // docs/spec.md, section 2.
  it('the photo gallery says if there are no images or none of them loads', () => {
    const { container } = show(images.slice(0, 1));
    fireEvent.error(container.querySelector('img')!);
    expect(screen.getByText('No Images Available')).toBeTruthy();
  });

  // docs/spec.md, section 2.
  it('the photo gallery hides an image that fails to load', () => {
    const { container } = show();
    fireEvent.error(container.querySelectorAll('li img')[1]!);
    expect(screen.getByText('1 / 2')).toBeTruthy();
  });

  // docs/spec.md, sections 2 and 9.
  it('the photo gallery shows every photo below the large one, five to a row', () => {
    const { container } = show();
    expect(screen.getAllByRole('button', { name: /^Show photo/ })).toHaveLength(3);
    expect(container.querySelector('ul')?.classList).toContain('grid-cols-5');
  });

  // docs/spec.md, section 2.
  it('the photo gallery shows the chosen thumbnail', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Show photo 3' }));
    expect(screen.getByAltText('Golf').getAttribute('src')).toBe('/photos/3.webp');
  });
});

describe('the lightbox', () => {
  // docs/spec.md, section 2.
  it('the lightbox moves with arrows and keys and wraps around', async () => {
    await openLightbox();
    fireEvent.click(screen.getByRole('button', { name: 'Previous photo' }));
    expect(screen.getByAltText('Golf, Photo 3')).toBeTruthy();
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' });
    expect(screen.getByAltText('Golf, Photo 1')).toBeTruthy();
  });

  // docs/spec.md, section 2.
  it('the lightbox shows the number of the photo', async () => {
    await openLightbox();
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('1 / 3')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Next photo' }));
    expect(dialog.getByText('2 / 3')).toBeTruthy();
  });

  // docs/spec.md, sections 2 and 9.
  it('the lightbox zooms by 1.5 on a click, hides the arrows meanwhile and pans with the mouse', async () => {
    await openLightbox();
    fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull();
    fireEvent.mouseMove(screen.getByRole('dialog'), { clientX: 0, clientY: 0 });
    expect(screen.getByAltText('Golf, Photo 1').style.transform).toBe('scale(1.5) translate(25%, 25%)');
    fireEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
    expect(screen.getByAltText('Golf, Photo 1').style.transform).toBe('none');
  });

  it('the lightbox moves on a swipe, not on a tap', async () => {
    await openLightbox();
    const swipe = (fromX: number, toX: number) => {
      fireEvent.touchStart(screen.getByRole('dialog'), { touches: [{ clientX: fromX }] });
      fireEvent.touchEnd(screen.getByRole('dialog'), { changedTouches: [{ clientX: toX }] });
    };
    swipe(300, 120);
    expect(screen.getByAltText('Golf, Photo 2')).toBeTruthy();
    swipe(100, 280);
    swipe(100, 280);
    expect(screen.getByAltText('Golf, Photo 3')).toBeTruthy();
    swipe(100, 120);
    expect(screen.getByAltText('Golf, Photo 3')).toBeTruthy();
  });

  it('the lightbox does not move on a pinch, whichever finger leaves first', async () => {
    await openLightbox();
    const dialog = screen.getByRole('dialog');
    const [fingers, apart] = [
      [{ clientX: 180 }, { clientX: 200 }],
      [{ clientX: 20 }, { clientX: 360 }],
    ];
    for (const first of [0, 1]) {
      fireEvent.touchStart(dialog, { touches: fingers.slice(0, 1) });
      fireEvent.touchStart(dialog, { touches: fingers });
      fireEvent.touchEnd(dialog, { touches: [apart[1 - first]!], changedTouches: [apart[first]!] });
      expect(screen.getByAltText('Golf, Photo 1')).toBeTruthy();
      fireEvent.touchEnd(dialog, { touches: [], changedTouches: [apart[1 - first]!] });
      expect(screen.getByAltText('Golf, Photo 1')).toBeTruthy();
    }
  });

  // docs/spec.md, section 2.
  it('the lightbox closes by its button, the backdrop and Escape', async () => {
    show();
    for (const close of [
      () => fireEvent.click(screen.getByRole('button', { name: 'Close' })),
      () => fireEvent.click(screen.getByRole('dialog')),
      () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true })),
    ]) {
      await open();
      close();
      expect(screen.queryByRole('dialog')).toBeNull();
    }
  });

  // docs/spec.md, section 2.
  it('the lightbox has no arrows for a single photo', async () => {
    await openLightbox(images.slice(0, 1));
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull();
  });
});

describe('the positions of the lightbox', () => {
  it('the next photo wraps around at both ends', () => {
    expect(wrapIndex(-1, 5)).toBe(4);
    expect(wrapIndex(5, 5)).toBe(0);
    expect(wrapIndex(2, 5)).toBe(2);
  });

  // docs/spec.md, sections 2 and 9.
  it('a zoomed photo moves against the pointer, within its limit and centred in the middle', () => {
    expect(panOffset(0.5, 0.5)).toEqual({ x: 0, y: 0 });
    expect(panOffset(0, 1)).toEqual({ x: 25, y: -25 });
    expect(panOffset(-9, 9)).toEqual({ x: 25, y: -25 });
  });
});

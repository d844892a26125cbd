import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '#tests/web/support/render-app.tsx';
import { Gallery } from '../../../web/src/cars/gallery.tsx';

const images = ['/photos/1.webp', '/photos/2.webp', '/photos/3.webp'];
async function open(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Enlarge photo' }));
  await screen.findByRole('dialog');
}

describe('the gallery', () => {
  // docs/spec.md, section 2.
  it('says so when there are no images, and when none of them loads', () => {
    const { container } = renderApp(<Gallery images={['/photos/1.webp']} title="Golf" deal="fair" />);
    fireEvent.error(container.querySelector('img')!);
    expect(screen.getByText('No Images Available')).toBeTruthy();
  });

  // docs/spec.md, section 2.
  it('hides an image that fails to load', () => {
    const { container } = renderApp(<Gallery images={images} title="Golf" deal="fair" />);
    fireEvent.error(container.querySelectorAll('li img')[1]!);
    expect(screen.getByText('1 / 2')).toBeTruthy();
  });

  // docs/spec.md, sections 2 and 9.
  it('lays every photo out below the large one, five to a row', () => {
    const { container } = renderApp(<Gallery images={images} title="Golf" deal="fair" />);
    expect(screen.getAllByRole('button', { name: /^Show photo/ })).toHaveLength(3);
    expect(container.querySelector('ul')?.classList).toContain('grid-cols-5');
  });

  // docs/spec.md, section 2.
  it('shows the chosen thumbnail', () => {
    renderApp(<Gallery images={images} title="Golf" deal="fair" />);
    fireEvent.click(screen.getByRole('button', { name: 'Show photo 3' }));
    expect(screen.getByAltText('Golf').getAttribute('src')).toBe('/photos/3.webp');
  });
});

describe('the lightbox', () => {
  // docs/spec.md, section 2.
  it('walks with arrows and keys, round the ends', async () => {
    renderApp(<Gallery images={images} title="Golf" deal="fair" />);
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Previous photo' }));
    expect(screen.getByAltText('Golf, Photo 3')).toBeTruthy();
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' });
    expect(screen.getByAltText('Golf, Photo 1')).toBeTruthy();
  });

  // docs/spec.md, section 2.
  it('counts where one is', async () => {
    renderApp(<Gallery images={images} title="Golf" deal="fair" />);
    await open();
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('1 / 3')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Next photo' }));
    expect(dialog.getByText('2 / 3')).toBeTruthy();
  });

  // docs/spec.md, sections 2 and 9.
  it('zooms by 1.5 on a click, without arrows meanwhile, and pans with the mouse', async () => {
    renderApp(<Gallery images={images} title="Golf" deal="fair" />);
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull();
    fireEvent.mouseMove(screen.getByRole('dialog'), { clientX: 0, clientY: 0 });
    expect(screen.getByAltText('Golf, Photo 1').style.transform).toBe('scale(1.5) translate(25%, 25%)');
    fireEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
    expect(screen.getByAltText('Golf, Photo 1').style.transform).toBe('none');
  });

  it('walks by a swipe of the finger, not by a tap', async () => {
    renderApp(<Gallery images={images} title="Golf" deal="fair" />);
    await open();
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

  it('does not walk by a pinch, whichever of its two fingers leaves first and however far', async () => {
    renderApp(<Gallery images={images} title="Golf" deal="fair" />);
    await open();
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
  it('closes by its button, by the backdrop and by Escape', async () => {
    renderApp(<Gallery images={images} title="Golf" deal="fair" />);
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
  it('has no arrows for a single photo', async () => {
    renderApp(<Gallery images={images.slice(0, 1)} title="Golf" deal="fair" />);
    await open();
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull();
  });
});

import { type MouseEvent, type TouchEvent, useRef, useState } from 'react';
import { useCarTexts } from '../i18n/text-parts.ts';
import { Icon } from '../ui/icon.tsx';
import { useModalDialog } from '../ui/modal.tsx';

/** How much larger a photo is while zoomed, and how far it may be moved, in percent of its size (docs/spec.md 9). */
const zoomScale = 1.5;
const panLimit = 150;

/** Where the pointer stands in the picture (0–1 each way) → how far the zoomed picture moves, in percent. */
export function panOffset(x: number, y: number): { x: number; y: number } {
  const along = (share: number) => {
    const wanted = (0.5 - share) * panLimit;
    return Math.max(-panLimit / 2, Math.min(panLimit / 2, wanted)) / 3;
  };
  return { x: along(x), y: along(y) };
}

/** The next or previous photo, wrapping around. */
export function wrapIndex(index: number, count: number): number {
  return (index + count) % count;
}

const swipePx = 50;
const centred = { x: 0, y: 0 };

/** State of the lightbox: the photo, the zoom and the position. */
function useLightbox(count: number, start: number, onShow: (index: number) => void) {
  const [index, setIndex] = useState(start);
  const [isZoomed, setZoomed] = useState(false);
  const [pan, setPan] = useState(centred);
  /** Start of a one-finger swipe; null while two fingers pinch. */
  const touchStart = useRef<number | null>(null);
  const canWalk = count > 1 && !isZoomed;
  const walk = (steps: number) => {
    if (!canWalk) return;
    const next = wrapIndex(index + steps, count);
    setIndex(next);
    onShow(next);
  };
  return {
    index,
    isZoomed,
    canWalk,
    walk,
    transform: isZoomed ? `scale(${zoomScale}) translate(${pan.x}%, ${pan.y}%)` : 'none',
    toggleZoom: () => {
      setZoomed(!isZoomed);
      setPan(centred);
    },
    followMouse: (event: MouseEvent) => {
      if (isZoomed) setPan(panOffset(event.clientX / window.innerWidth, event.clientY / window.innerHeight));
    },
    startTouch: ({ touches }: TouchEvent) => {
      touchStart.current = touches.length === 1 ? touches[0]!.clientX : null;
    },
    endTouch: ({ changedTouches }: TouchEvent) => {
      if (touchStart.current === null) return;
      const moved = changedTouches[0]!.clientX - touchStart.current;
      touchStart.current = null;
      if (Math.abs(moved) > swipePx) walk(moved < 0 ? 1 : -1);
    },
  };
}

type Props = {
  images: string[];
  start: number;
  title: string;
  onShow: (index: number) => void;
  onClose: () => void;
};

const round =
  'absolute z-10 grid size-11 place-items-center rounded-full bg-black/60 text-white hover:bg-black focus-visible:outline-white';

/**
 * The whole window, on the native element: Escape, focus and the inert background come from the browser. Closes by backdrop,
 * button or Escape; the arrows wrap and are there only with more than one photo and without zoom; a click toggles the zoom, and
 * the mouse pans while zoomed (docs/spec.md 2).
 */
export default function Lightbox({ images, start, title, onShow, onClose }: Props) {
  const t = useCarTexts();
  const view = useLightbox(images.length, start, onShow);
  const dialog = useModalDialog();
  return (
    <dialog
      ref={dialog}
      aria-label={t.car.photos(title)}
      className="m-0 grid size-full max-h-none max-w-none place-items-center overflow-hidden bg-black/90 p-0"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseMove={view.followMouse}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') view.walk(1);
        if (event.key === 'ArrowLeft') view.walk(-1);
      }}
      onTouchStart={view.startTouch}
      onTouchEnd={view.endTouch}
    >
      <button
        type="button"
        aria-label={t.common.close}
        className={`${round} top-4 right-4`}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
      {view.canWalk && (
        <>
          <button
            type="button"
            aria-label={t.car.previousPhoto}
            className={`${round} top-1/2 left-4`}
            onClick={() => view.walk(-1)}
          >
            <Icon name="left" />
          </button>
          <button
            type="button"
            aria-label={t.car.nextPhoto}
            className={`${round} top-1/2 right-4`}
            onClick={() => view.walk(1)}
          >
            <Icon name="right" />
          </button>
        </>
      )}
      <button
        type="button"
        aria-label={view.isZoomed ? t.car.zoomOut : t.car.zoomIn}
        className={view.isZoomed ? 'cursor-zoom-out' : 'cursor-zoom-in'}
        onClick={view.toggleZoom}
      >
        <img
          src={images[view.index]}
          alt={`${title}, ${t.car.photo(view.index + 1)}`}
          draggable={false}
          className="max-h-[86vh] w-[1100px] max-w-[92vw] object-contain transition-transform duration-150"
          style={{ transform: view.transform }}
        />
      </button>
      <p
        aria-live="polite"
        className="pointer-events-none absolute bottom-4 rounded-full bg-black/60 px-3 py-1 text-meta text-white"
      >
        {t.car.counter(view.index + 1, images.length)}
      </p>
    </dialog>
  );
}

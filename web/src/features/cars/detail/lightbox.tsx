import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/language.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { panOffset, wrapIndex, zoomScale } from './pan.ts';

type Props = {
  images: string[];
  start: number;
  title: string;
  onShow: (index: number) => void;
  onClose: () => void;
};

const round =
  'absolute z-10 grid size-11 place-items-center rounded-full bg-black/60 text-white hover:bg-black focus-visible:outline-white';
const swipePx = 50;
const centred = { x: 0, y: 0 };

/**
 * Closes by backdrop, button or Escape; the arrows wrap and are there only with more than one photo and without zoom; a
 * click toggles the zoom, and the mouse pans while zoomed (spec section 2).
 */
export function Lightbox({ images, start, title, onShow, onClose }: Props) {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const touchStart = useRef(0);
  const [index, setIndex] = useState(start);
  const [isZoomed, setZoomed] = useState(false);
  const [pan, setPan] = useState(centred);
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
  }, []);

  const canWalk = images.length > 1 && !isZoomed;
  const walk = (steps: number) => {
    if (!canWalk) return;
    const next = wrapIndex(index + steps, images.length);
    setIndex(next);
    onShow(next);
  };
  const follow = (event: MouseEvent) => {
    if (!isZoomed) return;
    setPan(panOffset(event.clientX / window.innerWidth, event.clientY / window.innerHeight));
  };
  const arrow = (label: string, icon: IconName, steps: number, side: string) => (
    <button
      type="button"
      aria-label={label}
      className={`${round} top-1/2 ${side}`}
      onClick={() => walk(steps)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <dialog
      ref={dialog}
      aria-label={t.car.photos(title)}
      className="m-0 grid size-full max-h-none max-w-none place-items-center overflow-hidden bg-black/90 p-0"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseMove={follow}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') walk(1);
        if (event.key === 'ArrowLeft') walk(-1);
      }}
      onTouchStart={(event) => {
        touchStart.current = event.touches[0]?.clientX ?? 0;
      }}
      onTouchEnd={(event) => {
        const moved = (event.changedTouches[0]?.clientX ?? 0) - touchStart.current;
        if (Math.abs(moved) > swipePx) walk(moved < 0 ? 1 : -1);
      }}
    >
      <button
        type="button"
        aria-label={t.common.close}
        className={`${round} top-4 right-4`}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
      {canWalk && arrow(t.car.previousPhoto, 'left', -1, 'left-4')}
      {canWalk && arrow(t.car.nextPhoto, 'right', 1, 'right-4')}
      <button
        type="button"
        aria-label={isZoomed ? t.car.zoomOut : t.car.zoomIn}
        className={isZoomed ? 'cursor-zoom-out' : 'cursor-zoom-in'}
        onClick={() => {
          setZoomed(!isZoomed);
          setPan(centred);
        }}
      >
        <img
          src={images[index]}
          alt={`${title}, ${t.car.photo(index + 1)}`}
          draggable={false}
          className="max-h-[86vh] w-[1100px] max-w-[92vw] object-contain transition-transform duration-150"
          style={{ transform: isZoomed ? `scale(${zoomScale}) translate(${pan.x}%, ${pan.y}%)` : 'none' }}
        />
      </button>
      <p
        aria-live="polite"
        className="pointer-events-none absolute bottom-4 rounded-full bg-black/60 px-3 py-1 text-meta text-white"
      >
        {t.car.counter(index + 1, images.length)}
      </p>
    </dialog>
  );
}

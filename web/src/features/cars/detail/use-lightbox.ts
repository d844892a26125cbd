import { type MouseEvent, type TouchEvent, useRef, useState } from 'react';
import { panOffset, wrapIndex, zoomScale } from './pan.ts';

const swipePx = 50;
const centred = { x: 0, y: 0 };

/** Which photo is shown, whether it is zoomed, and where it has been moved to. */
export function useLightbox(count: number, start: number, onShow: (index: number) => void) {
  const [index, setIndex] = useState(start);
  const [isZoomed, setZoomed] = useState(false);
  const [pan, setPan] = useState(centred);
  /** Where the one finger began that may swipe; null while two are on the screen, which pinch. */
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

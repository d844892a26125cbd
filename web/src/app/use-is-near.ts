import { type RefObject, useEffect, useRef, useState } from 'react';

const marginPx = 200;

/** True from when the element comes within a few lines of what is on screen: what is far below need not be fetched. */
export function useIsNear<T extends Element>(): [RefObject<T | null>, boolean] {
  const element = useRef<T>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current || isNear) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: `${marginPx}px 0px`,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear]);
  return [element, isNear];
}

import { useEffect, useRef, useState } from 'react';

/** What drops down from a button: a press outside `box` closes it, and `closeByKey` gives the focus back to the button. */
export function useDropDown() {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);
  const closeByKey = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return { isOpen, setOpen, box, opener, closeByKey };
}

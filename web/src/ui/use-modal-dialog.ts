import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A native dialog that stands over the page for as long as its component does. */
export function useModalDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect: its clean-up closes the dialog while it still stands, so that the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}

import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** Shows a native dialog while its component is mounted. */
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

type ModalProps = { title: string; onClose: () => void; children: ReactNode; wide?: boolean };

/** A dialog on the native element: focus trap, Escape, inert background and the return of focus come from the browser. */
export function Modal({ title, onClose, children, wide = false }: ModalProps) {
  const dialog = useModalDialog();
  const titleId = useId();
  const t = useTexts();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click closes by backdrop; Escape and the close button serve the keyboard
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={`m-auto max-h-[calc(100dvh-32px)] w-[calc(100%-32px)] overflow-y-auto rounded-xl border border-rule bg-surface p-0 text-ink shadow-floating ${wide ? 'max-w-4xl' : 'max-w-lg'}`}
    >
      <div className="p-6 md:p-8">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-h2 tracking-[-0.03em]">
            {title}
          </h2>
          <Button look="icon" className="-mt-1 -mr-2" aria-label={t.common.close} onClick={onClose}>
            <Icon name="close" />
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

type ConfirmDialogProps = {
  title: string;
  text: string;
  confirm: string;
  keep: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** A confirmation dialog; keeping things unchanged is the first choice. */
export function ConfirmDialog({ title, text, confirm, keep, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Modal title={title} onClose={onClose}>
      <p className="text-body text-ink-2">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button look="primary" onClick={onClose}>
          {keep}
        </Button>
        <Button
          look="secondary"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </div>
    </Modal>
  );
}

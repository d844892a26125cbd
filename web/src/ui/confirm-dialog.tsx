import { button } from './button.ts';
import { Modal } from './modal.tsx';

type Props = {
  title: string;
  text: string;
  confirm: string;
  keep: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be taken back with a click; keeping things as they are is the first choice. */
export function ConfirmDialog({ title, text, confirm, keep, onConfirm, onClose }: Props) {
  return (
    <Modal title={title} onClose={onClose}>
      <p className="text-body text-ink-2">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" className={button.primary} onClick={onClose}>
          {keep}
        </button>
        <button
          type="button"
          className={button.secondary}
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </button>
      </div>
    </Modal>
  );
}

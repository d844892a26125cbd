import { useBrowseTexts } from '../i18n/text-parts.ts';
import { Icon } from '../ui/icon.tsx';
import { Modal } from '../ui/modal.tsx';

const rows = [
  ['/', 'search'],
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'enter'],
  ['s', 'star'],
  ['l', 'list'],
  ['c', 'compare'],
  ['x', 'hide'],
  ['arrows', 'photos'],
  ['Esc', 'escape'],
  ['?', 'help'],
] as const;

/** The list of keyboard shortcuts, opened with "?". */
export default function KeyHelp({ onClose }: { onClose: () => void }) {
  const t = useBrowseTexts();
  return (
    <Modal title={t.keys.title} onClose={onClose}>
      <dl className="text-control">
        {rows.map(([key, name]) => (
          <div key={key} className="flex items-center gap-4 border-b border-rule py-2.5">
            <dt className="w-16">
              <kbd className="inline-flex items-center rounded border border-rule-2 px-2 py-0.5 font-sans font-semibold">
                {key === 'arrows' ? <Arrows /> : key}
              </kbd>
            </dt>
            <dd className="text-ink-2">{t.keys[name]}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

/** The app's font has no arrows. */
function Arrows() {
  return (
    <>
      <span className="sr-only">←/→</span>
      <Icon name="left" size={18} />
      <Icon name="right" size={18} />
    </>
  );
}

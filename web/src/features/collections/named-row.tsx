import { useState } from 'react';
import { useCollectionTexts } from '../../i18n/collection-texts.ts';
import { button } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { NameForm } from './name-form.tsx';

type Props = {
  name: string;
  detail: string;
  to: string;
  onRename: (name: string) => void;
  onDelete: () => void;
};

/** A list or saved search: its name opens it; it is renamed in its place. */
export function NamedRow({ name, detail, to, onRename, onDelete }: Props) {
  const t = useCollectionTexts();
  const [isRenaming, setRenaming] = useState(false);
  if (isRenaming) {
    return (
      <li className="border-b border-rule py-3">
        <NameForm
          label={t.name}
          action={t.save}
          initial={name}
          focuses
          onSubmit={(next) => {
            setRenaming(false);
            if (next !== name) onRename(next);
          }}
          onCancel={() => setRenaming(false)}
        />
      </li>
    );
  }
  return (
    <li className="relative flex items-center gap-2 border-b border-rule py-3">
      <div className="min-w-0 grow">
        <Link
          to={to}
          className="text-body font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline hover:underline-offset-3"
        >
          {name}
        </Link>
        {detail && <p className="text-meta text-ink-2">{detail}</p>}
      </div>
      <button
        type="button"
        className={`${button.icon} relative`}
        aria-label={t.renameThis(name)}
        onClick={() => setRenaming(true)}
      >
        <Icon name="edit" />
      </button>
      <button
        type="button"
        className={`${button.icon} relative`}
        aria-label={t.deleteThis(name)}
        onClick={onDelete}
      >
        <Icon name="bin" />
      </button>
    </li>
  );
}

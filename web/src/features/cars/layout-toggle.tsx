import { useTexts } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import type { ListState } from './list-state.ts';

type Mode = ListState['mode'];

export function LayoutToggle({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const t = useTexts();
  const option = (value: Mode, name: string, icon: 'grid' | 'rows') => (
    <button
      type="button"
      aria-pressed={mode === value}
      aria-label={name}
      className={`${button.icon} aria-pressed:bg-paper-2 aria-pressed:text-ink`}
      onClick={() => onMode(value)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's semantics to two view buttons
    <div role="group" aria-label={t.list.layout} className="flex">
      {option('grid', t.list.grid, 'grid')}
      {option('list', t.list.rows, 'rows')}
    </div>
  );
}

import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Chip } from './chips.ts';
import type { ListState } from './list-state.ts';

type Props = {
  chips: Chip[];
  /** The end of the visit before this one, offered as a filter; null at a first visit. */
  visitedAt: string | null;
  onChange: (change: Partial<ListState>) => void;
  /** What can be done with the filters as they are. */
  children?: ReactNode;
};

const chipClass =
  'relative flex min-h-8 max-md:min-h-9 items-center before:absolute before:inset-x-0 before:-inset-y-1 gap-1.5 rounded-md border py-1 text-meta hover:bg-paper-2';

/** The filters at work, each to be taken away by itself. */
export function FilterChips({ chips, visitedAt, onChange, children }: Props) {
  const t = useTexts();
  const offersNew = visitedAt !== null && !chips.some(({ id }) => id === 'new');
  return (
    <div className="flex flex-wrap items-center gap-2">
      {chips.length > 0 && (
        <ul aria-label={t.filters.active} className="flex flex-wrap gap-2">
          {chips.map((chip) => (
            <li key={chip.id}>
              <button
                type="button"
                aria-label={t.filters.remove(chip.label)}
                className={`${chipClass} border-rule-2 pr-2 pl-3`}
                onClick={() => onChange(chip.without)}
              >
                {chip.label}
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {offersNew && (
        <button
          type="button"
          className={`${chipClass} border-dashed border-rule-2 pr-3 pl-2 text-ink-2`}
          onClick={() => onChange({ newSince: visitedAt })}
        >
          <Icon name="plus" size={14} />
          {t.filters.newSinceVisit}
        </button>
      )}
      {children}
    </div>
  );
}

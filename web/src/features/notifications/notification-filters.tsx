import { useId } from 'react';
import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type Filter, readStates, types } from './notification-filter.ts';
import { iconOfType } from './notification-item.tsx';

type Props = { filter: Filter; onFilter: (filter: Filter) => void };

export function NotificationFilters({ filter, onFilter }: Props) {
  const t = useInboxTexts();
  const searchId = useId();
  return (
    <div className="mt-7 grid gap-4">
      <div className="flex gap-3">
        <label htmlFor={searchId} className="sr-only">
          {t.notifications.search}
        </label>
        <input
          id={searchId}
          type="search"
          value={filter.text}
          placeholder={t.notifications.search}
          className="h-11 min-w-0 grow rounded-lg border border-field bg-surface px-3 text-control text-ellipsis placeholder:text-ink-3"
          onChange={(event) => onFilter({ ...filter, text: event.target.value })}
        />
        <SelectField
          label={t.notifications.readState}
          value={filter.readState}
          className="flex-none"
          onChange={(readState) => onFilter({ ...filter, readState: readState as Filter['readState'] })}
        >
          {readStates.map((state) => (
            <option key={state} value={state}>
              {t.notifications[state]}
            </option>
          ))}
        </SelectField>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that switch what is shown are no form group */}
      <div role="group" aria-label={t.notifications.type} className="flex flex-wrap gap-2">
        {types.map((type) => (
          <button
            key={type}
            type="button"
            aria-pressed={filter.type === type}
            className="flex h-10 max-md:h-11 items-center gap-2 rounded-md border border-rule-2 px-3 text-meta hover:bg-paper-2 aria-pressed:border-accent aria-pressed:font-semibold aria-pressed:text-accent"
            onClick={() => onFilter({ ...filter, type })}
          >
            <Icon name={iconOfType(type)} size={16} />
            {t.notifications.types[type]}
          </button>
        ))}
      </div>
    </div>
  );
}

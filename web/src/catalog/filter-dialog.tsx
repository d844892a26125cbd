import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../i18n/language.tsx';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Modal } from '../ui/modal.tsx';
import type { FilterProps } from './filter-panel.tsx';
import { useIsWide } from './hooks.ts';

const FilterPanel = lazy(() => import('./filter-panel.tsx'));

type Props = FilterProps & { activeCount: number; totalCount: number };

/** On small screens the filters open over the list. */
export function FilterDialog({ activeCount, totalCount, ...filters }: Props) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const isWide = useIsWide();
  const upgrade: OpenUpgrade = (reason) => {
    setOpen(false);
    filters.onUpgrade(reason);
  };
  return (
    <div className="lg:hidden">
      <Button id={isWide ? undefined : 'filters'} look="secondary" onClick={() => setOpen(true)}>
        <Icon name="filter" size={18} />
        {t.filters.title}
        {activeCount > 0 && <span className="text-accent">{activeCount}</span>}
      </Button>
      {isOpen && (
        <Modal title={t.filters.title} onClose={() => setOpen(false)}>
          <Suspense>
            <FilterPanel {...filters} hasHeading={false} onUpgrade={upgrade} />
          </Suspense>
          <div className="sticky bottom-0 -mx-6 -mb-6 flex items-center gap-3 border-t border-rule bg-surface px-6 py-4">
            <Button look="secondary" onClick={filters.onReset}>
              {t.filters.reset}
            </Button>
            <Button look="primary" className="grow" onClick={() => setOpen(false)}>
              {t.filters.show(totalCount)}
            </Button>
          </div>
        </Modal>
      )}
    </div>
  );
}

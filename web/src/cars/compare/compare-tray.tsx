import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useBrowseTexts } from '../../i18n/text-parts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/notices.tsx';
import { CarPhoto } from '../car-card.tsx';
import { leastCompared, setCompared, useCompared } from './compare-store.ts';

const CompareDialog = lazy(() => import('./compare-dialog.tsx'));

/** The cars to compare, at the foot of every screen that shows cars, until they are removed or the tab is closed. */
export default function CompareTray() {
  const t = useBrowseTexts();
  const cars = useCompared();
  const [isOpen, setOpen] = useState(false);
  const tray = useRef<HTMLElement>(null);
  // Notices and the end of the page stand above the tray.
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.style.setProperty('--tray', `${tray.current?.offsetHeight ?? 0}px`);
    return () => {
      root.style.removeProperty('--tray');
    };
  }, []);
  const clear = () => {
    const before = cars;
    setCompared([]);
    notify(t.compare.cleared, () => setCompared(before));
  };
  return (
    <>
      <section
        ref={tray}
        aria-label={t.compare.tray}
        className="fixed inset-x-0 bottom-0 z-20 border-t border-rule bg-surface shadow-floating"
      >
        <div className="column flex h-18 items-center gap-3 md:gap-4">
          <ul className="flex gap-2">
            {cars.map((car) => (
              <li key={car.id} className="relative">
                <div className="w-13 overflow-hidden rounded-md md:w-18">
                  <CarPhoto url={car.photo ?? undefined} isSmall />
                </div>
                <button
                  type="button"
                  aria-label={t.compare.takeOut(car.title)}
                  className="absolute -top-2 -right-2 grid size-6 place-items-center rounded-full border border-rule bg-surface text-ink-2 hover:text-ink"
                  onClick={() => setCompared(cars.filter(({ id }) => id !== car.id))}
                >
                  <Icon name="close" size={12} />
                </button>
              </li>
            ))}
          </ul>
          <p aria-live="polite" className="min-w-0 truncate text-meta text-ink-2 max-md:sr-only">
            {cars.length < leastCompared ? t.compare.oneMore : t.compare.chosen(cars.length)}
          </p>
          <Button look="quiet" className="ml-auto" onClick={clear}>
            {t.compare.clear}
          </Button>
          <Button look="primary" disabled={cars.length < leastCompared} onClick={() => setOpen(true)}>
            <Icon name="columns" size={18} className="max-sm:hidden" />
            <span className="max-sm:hidden">{t.compare.open(cars.length)}</span>
            <span className="sm:hidden">{t.card.compare}</span>
          </Button>
        </div>
      </section>
      {isOpen && (
        <Suspense>
          <CompareDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

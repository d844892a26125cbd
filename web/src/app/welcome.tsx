import { useLayoutEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { CarGrid } from '../cars/car-grid.tsx';
import { Counts } from '../catalog/list-controls.tsx';
import type { ListState } from '../catalog/list-state.ts';
import { useCarList } from '../catalog/use-car-list.ts';
import { useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { useUpgrade } from '../payments/upgrade.tsx';
import { button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';

const mostShown = 10;

/**
 * Shown to visitors instead of views that need an account. Of the list they may try the first cars, by the search and the
 * filters of the address.
 */
export default function Welcome({ state }: { state: ListState }) {
  const t = useTexts();
  const openUpgrade = useUpgrade();
  const isLinked = useRef(useNavigationType() === 'PUSH');
  // The home page has the same address, so the router does not scroll to the top.
  useLayoutEffect(() => {
    if (isLinked.current) window.scrollTo(0, 0);
  }, []);
  // Deals are filtered with Premium only, and imports and lists belong to people.
  const tried: ListState = { ...state, deals: [], importId: null, listId: null };
  const { data } = useCarList({ ...tried, view: 'all', page: 1, sort: 'scraped_desc' });
  const cars = data?.cars.filter((car) => !car.locked).slice(0, mostShown) ?? [];
  return (
    <>
      <div className="mt-5 sm:mt-8">
        <Counts />
      </div>
      <section className="py-8 md:py-12">
        <h2 className="text-[44px]/12 tracking-[-0.035em]">{t.home.welcomeTitle}</h2>
        <p className="mt-3 max-w-[52ch] text-lead text-ink-2">{t.home.welcomeText}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Link to={paths.login} className={button.secondary}>
            {t.shell.logIn}
          </Link>
          <Link to={paths.register} className={button.primary}>
            {t.shell.getStarted}
          </Link>
        </div>
      </section>
      {cars.length > 0 && (
        <section className="border-t border-rule pt-8">
          <h2 className="mb-6 text-h2 tracking-[-0.03em]">
            {t.home.firstCars(cars.length, Math.max(cars.length, data?.totalCount ?? 0))}
          </h2>
          <CarGrid cars={cars} mode="grid" onUpgrade={openUpgrade} />
        </section>
      )}
    </>
  );
}

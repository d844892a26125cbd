import { CarGrid } from '../cars/car-grid.tsx';
import { defaultListState } from '../catalog/list-state.ts';
import { useCarList, useCounts } from '../catalog/use-car-list.ts';
import { useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { useUpgrade } from '../payments/upgrade.tsx';
import { button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';

const shownCars = 4;

/** The newest cars that everybody may see, rated ones first, and how many more there are. */
export default function OpenCars({ className, headingClass }: { className: string; headingClass: string }) {
  const t = useTexts();
  const openUpgrade = useUpgrade();
  const { data: counts } = useCounts();
  const { data } = useCarList({ ...defaultListState, sort: 'scraped_desc' });
  const open = data?.cars.filter((car) => !car.locked) ?? [];
  const rated = open.filter((car) => !car.locked && car.deal !== 'no_estimate');
  const cars = [...rated, ...open.filter((car) => !rated.includes(car))].slice(0, shownCars);
  if (data && cars.length === 0) return null;
  return (
    <section className={className}>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h2 className={headingClass}>{t.home.scaleTitle}</h2>
        {counts && (
          <Link to={paths.view('all')} className={button.link}>
            {t.home.browse(counts.total)}
            <Icon name="arrow" size={18} />
          </Link>
        )}
      </div>
      <CarGrid cars={cars} mode="grid" isWide onUpgrade={openUpgrade} />
    </section>
  );
}

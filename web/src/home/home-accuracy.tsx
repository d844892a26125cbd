import { formatNumber, percentOf } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { useRatingFigures } from '../valuation/use-rating-figures.ts';

/** How often we are wrong, by the figures of the last fit; prices that are lent say nothing about this market. */
export default function Accuracy() {
  const t = useTexts();
  const { figures } = useRatingFigures();
  const all = figures && !figures.is_lent ? figures.all : null;
  return (
    <>
      {all && (
        <>
          <p className="mt-4 max-w-[24ch] text-[30px]/[35px] font-medium tracking-[-0.03em] text-balance md:text-[40px]/[46px]">
            {t.home.halfWithin(percentOf(all.error))}
          </p>
          <p className="mt-3 max-w-[60ch] text-body text-ink-2">
            {t.home.measured(formatNumber(all.cars), percentOf(all.coverage))}
          </p>
        </>
      )}
      <Link to={paths.howWeRate} className={`${button.link} mt-4`}>
        {t.home.howWeRate}
        <Icon name="arrow" size={18} />
      </Link>
    </>
  );
}

import { useRatingFigures } from '../../../api/use-rating-figures.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';

/** How many cars this installation is short of before it rates any; nothing when it is not known. */
export function CarsMissing() {
  const t = useCarTexts();
  const { figures } = useRatingFigures();
  const missing = figures ? figures.least_pool - figures.pool : 0;
  if (missing <= 0) return null;
  return <p className="mt-4 text-body text-ink-2">{t.why.carsMissing(missing)}</p>;
}

import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { button } from '../../../ui/button.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useCarActions } from '../car-actions.ts';
import { useToggleStar } from '../use-marks.ts';
import { BackLink } from './back-link.tsx';
import { ShareButton } from './share-button.tsx';

/** The way back, and what can be done with the car. On a phone the words are left to screen readers. */
export function PageBar({ car }: { car: WireCarDetail }) {
  const t = useCarTexts();
  const toggleStar = useToggleStar();
  const actions = useCarActions();
  return (
    <div className="flex h-16 items-center justify-between gap-3 max-md:px-5 print:hidden">
      <BackLink />
      <div className="-mr-3 flex">
        <ShareButton car={car} />
        {actions && (
          <>
            <button
              type="button"
              aria-pressed={actions.comparedIds.includes(car.id)}
              className={`${button.plain} aria-pressed:text-accent`}
              onClick={() => actions.toggleCompare(car)}
            >
              <Icon name="columns" size={18} />
              <span className="max-md:sr-only">{t.card.compare}</span>
            </button>
            <button type="button" className={button.plain} onClick={() => actions.addToList(car)}>
              <Icon name="save" size={18} />
              <span className="max-md:sr-only">{t.card.addToList}</span>
            </button>
          </>
        )}
        <button
          type="button"
          aria-pressed={car.isStarred}
          className={button.plain}
          onClick={() => toggleStar(car)}
        >
          <Icon name="star" size={18} filled={car.isStarred} />
          <span className="max-md:sr-only">{car.isStarred ? t.car.starred : t.car.star}</span>
        </button>
      </div>
    </div>
  );
}

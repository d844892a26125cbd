import type { LockedCar } from '#core/contract/routes/cars.ts';
import lockedPicture from '../../../assets/locked-car.svg';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { button } from '../../../ui/button.ts';
import { DealBadge } from '../../../ui/deal-badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { OpenUpgrade } from '../../../upgrade-reason.ts';
import { useToggleStar } from '../use-marks.ts';
import { BackLink } from './back-link.tsx';
import { LockedFindings } from './heavy-findings.tsx';

/** What a direct link to an amazing deal shows without premium access: which warnings there are, and no other fact of the car. */
type Props = { car: LockedCar; onUpgrade: OpenUpgrade };

export function LockedCarPage({ car, onUpgrade }: Props) {
  const t = useCarTexts();
  const toggleStar = useToggleStar();
  return (
    <div className="column">
      <div className="flex h-16 items-center">
        <BackLink />
      </div>
      <div className="grid items-center gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,744fr)_384fr]">
        <div className="relative overflow-hidden rounded-lg rounded-bl-none">
          <img src={lockedPicture} alt="" width={744} height={496} className="photo aspect-3/2" />
          <div className="notch">
            <DealBadge deal="amazing" size={16} />
          </div>
        </div>
        <div>
          <h1 className="text-[40px]/[46px] tracking-[-0.03em]">{t.car.lockedTitle}</h1>
          <p className="mt-4 text-lead text-ink-2">{t.car.lockedText}</p>
          <button type="button" className={`${button.large} mt-6`} onClick={() => onUpgrade('locked_car')}>
            <Icon name="lock" />
            {t.card.unlock}
          </button>
          <LockedFindings car={car} />
          {car.isStarred && (
            <p className="mt-5 text-control text-ink-2">
              {t.car.lockedStar}{' '}
              <button
                type="button"
                className="underline underline-offset-3 hover:text-ink"
                onClick={() => toggleStar({ id: car.id, isStarred: true })}
              >
                {t.car.lockedUnstar}
              </button>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

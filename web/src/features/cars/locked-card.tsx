import { limits, prices } from '#core/plan/plans.ts';
import lockedPicture from '../../assets/locked-car.svg';
import { useFormat, useTexts } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';
import { DealBadge } from '../../ui/deal-badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { OpenUpgrade } from '../../upgrade-reason.ts';

type Props = { mode: 'grid' | 'list'; onUpgrade: OpenUpgrade };

/** Stands for an amazing deal the reader may not see. The picture is a drawing; no fact of the car is here to find. */
export function LockedCard({ mode, onUpgrade }: Props) {
  const t = useTexts();
  const format = useFormat();
  const isRow = mode === 'list';
  return (
    <article
      className={`relative ${isRow ? 'grid grid-cols-[112px_1fr] gap-x-4 sm:grid-cols-[168px_1fr] lg:gap-x-6' : 'flex flex-col'}`}
    >
      <div className="relative self-stretch overflow-hidden rounded-lg rounded-bl-none bg-paper-2">
        <img
          src={lockedPicture}
          alt=""
          width={600}
          height={400}
          loading="lazy"
          className="photo aspect-3/2"
        />
        {!isRow && (
          <>
            <span className="absolute inset-x-0 top-[calc(50%-32px)] mx-auto flex h-10 w-max items-center gap-2 rounded-lg bg-accent pr-4 pl-3 text-control font-semibold text-on-accent">
              <Icon name="lock" size={18} />
              {t.card.premiumOnly}
            </span>
            <div className="notch">
              <DealBadge deal="amazing" />
            </div>
          </>
        )}
      </div>
      <div className="min-w-0">
        {isRow && <DealBadge deal="amazing" />}
        <p
          className={`${isRow ? 'text-[26px]/8' : 'mt-2.5 text-[36px]/10 sm:text-[30px]/9'} font-semibold text-ink-3`}
        >
          <span className="sr-only">{t.card.lockedPrice}</span>
          <span aria-hidden="true">•••.••• kr.</span>
        </p>
        <p className="mt-0.5 text-body/5 font-semibold text-amazing">{t.card.lockedGap}</p>
        <p className="mt-0.5 text-caption text-ink-3">{t.card.lockedNote}</p>
        <h3 className={`text-body/5 ${isRow ? 'mt-2' : 'mt-3.5 border-t border-rule pt-3'}`}>
          {t.card.lockedTitle}
        </h3>
        <p className="mt-1 text-meta text-ink-2">
          {t.card.lockedOffer(limits.boostDays, format.euro(prices.deal_finder_boost))}
        </p>
        <button
          type="button"
          className={`${button.primary} mt-3 after:absolute after:inset-0`}
          onClick={() => onUpgrade('locked_car')}
        >
          {t.card.unlock}
        </button>
      </div>
    </article>
  );
}

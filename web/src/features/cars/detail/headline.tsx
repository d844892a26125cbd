import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { marketplaceNames } from '#core/marketplace/marketplace-id.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { formatMileage } from '../../../i18n/format.ts';
import { button } from '../../../ui/button.ts';
import { DealBadge } from '../../../ui/deal-badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NumberPlate } from '../../../ui/number-plate.tsx';
import { PriceLine } from '../../../ui/price-line.tsx';
import type { OpenUpgrade } from '../../../upgrade-reason.ts';
import { GapText } from '../gap-text.tsx';
import { priceLineOf } from '../market-gap.ts';
import { MarketRange } from '../market-range.tsx';
import { priceText } from '../price-text.ts';
import { AdFacts } from './ad-facts.tsx';
import { HeavyFindings } from './heavy-findings.tsx';
import { OtherOffers } from './other-offers.tsx';

type Props = { car: WireCarDetail; seesEstimates: boolean; onUpgrade: OpenUpgrade };

/** The number is the headline: price, gap, line. On a phone it stands above the title. */
export function Headline({ car, seesEstimates, onUpgrade }: Props) {
  const t = useCarTexts();
  const line = priceLineOf(car);
  const facts = [car.year, car.mileage === null ? null : formatMileage(car.mileage), car.city].filter(
    Boolean,
  );
  return (
    <div className="flex flex-col max-md:px-5 print:p-0">
      <div className="max-md:order-2 max-md:mt-6">
        <h1 className="text-2xl/7 tracking-[-0.025em] wrap-anywhere md:text-[30px]/[34px] md:tracking-[-0.022em]">
          {car.title}
        </h1>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-control text-ink-2">
          <span>{facts.join(' · ')}</span>
          {car.plate && <NumberPlate plate={car.plate} />}
        </div>
      </div>
      <div className="max-md:order-1 md:mt-8">
        <div className="max-md:hidden">
          <DealBadge deal={car.deal} size={16} />
        </div>
        <p
          className={`${car.price > 0 ? 'text-[60px]/15 tracking-[-0.055em] print:text-[44px]/12 lg:text-[68px]/[76px] xl:text-[76px]/[76px]' : 'text-[40px]/12 tracking-[-0.03em]'} mt-2 font-semibold`}
        >
          {priceText(car, t)}
        </p>
        <GapText car={car} className="mt-1 text-[22px]/7 font-semibold tracking-[-0.02em] md:text-[26px]/8" />
        <HeavyFindings car={car} />
        <div className="mt-3 md:mt-5">
          <PriceLine data={line} width={384} scale={1.25} />
        </div>
        <div className="flex justify-between gap-4 text-meta text-ink-2">
          <span>
            <MarketRange car={car} />
          </span>
          {car.comparable_count !== null && car.comparable_count > 0 && (
            <span>{t.car.similar(car.comparable_count)}</span>
          )}
          {!seesEstimates && car.deal !== 'no_estimate' && (
            <button
              type="button"
              className="font-semibold text-accent underline underline-offset-3"
              onClick={() => onUpgrade('unlock_price')}
            >
              {t.why.unlockAction}
            </button>
          )}
        </div>
      </div>
      <div className="order-3">
        <AdFacts car={car} />
        {car.availability !== 'gone' && (
          <div className="mt-6 max-lg:hidden">
            <MarketplaceLink car={car} className="w-full" />
          </div>
        )}
        <OtherOffers car={car} />
      </div>
    </div>
  );
}

export function MarketplaceLink({ car, className }: { car: WireCarDetail; className: string }) {
  const t = useCarTexts();
  // The address was built by the service from the listing's id; anything but https is not a link.
  if (!/^https?:\/\//.test(car.item_url)) return null;
  return (
    <a
      href={car.item_url}
      target="_blank"
      rel="noreferrer"
      className={`${button.large} ${className} print:hidden`}
    >
      {t.car.openOn(marketplaceNames[car.source])}
      <Icon name="external" size={18} />
    </a>
  );
}

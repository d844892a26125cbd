import heroPicture from '../assets/hero-car.webp';
import { formatKroner } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.tsx';
import { DealBadge } from '../ui/deal-badge.tsx';
import { NumberPlate } from '../ui/number-plate.tsx';
import { PriceLine } from '../ui/price-line.tsx';
import { exampleCar, exampleGapDkk } from './home-example-car.ts';

/** The hero: an invented car with its price line, said to be an example. */
export function HomeExample() {
  const t = useTexts();
  return (
    <section aria-label={t.home.exampleLabel} className="relative mt-7 md:h-102">
      <img
        src={heroPicture}
        alt=""
        width={1600}
        height={408}
        className="photo h-56 object-[0%_100%] md:h-full md:object-[0%_100%]"
      />
      <div className="column relative md:absolute md:inset-0 md:flex md:items-end md:justify-end">
        <div className="relative bg-paper py-6 md:w-110 md:rounded-t-2xl md:px-9 md:pt-8 md:pb-5 md:before:absolute md:before:bottom-0 md:before:-left-4 md:before:size-4 md:before:bg-[radial-gradient(circle_at_0_0,transparent_15.5px,var(--paper)_16px)] md:after:absolute md:after:-right-4 md:after:bottom-0 md:after:size-4 md:after:bg-[radial-gradient(circle_at_100%_0,transparent_15.5px,var(--paper)_16px)]">
          <div className="flex items-start justify-between gap-3">
            <div>
              <p className="text-[17px]/6 font-semibold tracking-[-0.01em]">{exampleCar.title}</p>
              <p className="text-meta text-ink-2">{exampleCar.facts}</p>
            </div>
            <NumberPlate plate={exampleCar.plate} />
          </div>
          <div className="mt-6">
            <DealBadge deal="amazing" />
          </div>
          <p className="mt-1.5 text-[64px]/16 font-semibold tracking-[-0.05em] text-amazing sm:text-[80px]/20">
            {formatKroner(exampleGapDkk)}
          </p>
          <p className="text-xl/6 font-semibold text-amazing">{t.home.belowMarket}</p>
          <div className="mt-5">
            <PriceLine data={exampleCar.line} width={368} scale={1.2} />
          </div>
          <div className="mt-1.5 flex justify-between gap-4 text-caption text-ink-2">
            <span>
              <b className="font-semibold text-ink">{formatKroner(exampleCar.line.priceDkk)}</b>{' '}
              {t.home.askingPrice}
            </span>
            <span>
              {t.home.marketValue}{' '}
              <b className="font-semibold text-ink">{formatKroner(exampleCar.line.avgDkk)}</b>
            </span>
          </div>
        </div>
      </div>
    </section>
  );
}

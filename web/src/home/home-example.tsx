import type { ExampleDeal } from '#core/imports/example-import.ts';
import { gapToMarket, toHundreds } from '#core/valuation/valuation.ts';
import picture from '../assets/recorded-deal.webp';
import { formatKroner, formatMileage } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.tsx';
import { DealBadge } from '../ui/deal-badge.tsx';
import { PriceLine, type PriceLineData } from '../ui/price-line.tsx';
import recorded from './recorded-deal.json' with { type: 'json' };

/** The car that the page begins with: invented as all cars of the demo, and rated in a recorded import. */
const exampleDeal = recorded as ExampleDeal & {
  valuation_low: number;
  valuation_avg: number;
  valuation_high: number;
};

export const exampleLine: PriceLineData = {
  priceDkk: exampleDeal.price,
  lowDkk: toHundreds(exampleDeal.valuation_low),
  avgDkk: toHundreds(exampleDeal.valuation_avg),
  highDkk: toHundreds(exampleDeal.valuation_high),
  deal: exampleDeal.deal,
};

const exampleGapDkk = -gapToMarket(exampleLine.priceDkk, exampleLine.avgDkk);

/** An amazing car of a recorded import: its photo, the gap, and the cars that its value rests on. */
export function HomeExample() {
  const t = useTexts();
  const { title, year, mileage, city, deal } = exampleDeal;
  return (
    <section
      aria-label={t.home.exampleLabel}
      className="column mt-6 grid gap-x-12 gap-y-5 lg:grid-cols-[minmax(0,1fr)_400px]"
    >
      <div className="relative self-start overflow-hidden rounded-lg rounded-bl-none bg-paper-2 max-md:-mx-5 max-md:rounded-none">
        <img
          src={picture}
          alt=""
          width={1200}
          height={800}
          fetchPriority="high"
          className="photo aspect-3/2 max-h-115"
        />
        <div className="notch max-md:pl-5">
          <DealBadge deal={deal} />
        </div>
      </div>
      <div>
        <p className="text-[17px]/6 font-semibold tracking-[-0.01em]">{title}</p>
        <p className="text-meta text-ink-2">
          {[year, formatMileage(mileage), city].filter(Boolean).join('\u00a0· ')}
        </p>
        <p className="mt-4 text-[64px]/16 font-semibold tracking-[-0.05em] whitespace-nowrap text-amazing xl:text-[76px]/19">
          {formatKroner(exampleGapDkk)}
        </p>
        <p className="text-xl/6 font-semibold text-amazing">{t.home.belowMarket}</p>
        <div className="mt-4">
          <PriceLine data={exampleLine} width={368} scale={1.2} />
        </div>
        <div className="mt-1.5 flex justify-between gap-4 text-caption text-ink-2">
          <span>
            <b className="font-semibold text-ink">{formatKroner(exampleLine.priceDkk)}</b>{' '}
            {t.home.askingPrice}
          </span>
          <span>
            {t.home.marketValue} <b className="font-semibold text-ink">{formatKroner(exampleLine.avgDkk)}</b>
          </span>
        </div>
        <Evidence />
        <p className="mt-3 text-caption text-ink-3">{t.home.exampleNote}</p>
      </div>
    </section>
  );
}

/** The similar cars, each at the price that it would have with this car's year, mileage and equipment. */
function Evidence() {
  const t = useTexts();
  const { comparables, price } = exampleDeal;
  const dearer = comparables.filter((one) => toHundreds(one.adjusted_price) > toHundreds(price)).length;
  return (
    <table className="mt-5 w-full text-left text-meta">
      <caption className="pb-2 text-left text-body font-semibold">
        {t.home.dearer(dearer, comparables.length)}
      </caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t.home.similarCar}</th>
          <th scope="col">{t.home.convertedPrice}</th>
        </tr>
      </thead>
      <tbody>
        {comparables.map((one) => (
          <tr key={`${one.mileage} ${one.price}`} className="border-t border-rule">
            <td className="py-1.5 pr-4 text-ink-2">
              {one.year} · {formatMileage(one.mileage)} · {formatKroner(one.price)}
            </td>
            <td className="py-1.5 text-right font-semibold whitespace-nowrap">
              {formatKroner(toHundreds(one.adjusted_price))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { WireOutlook } from '#core/contract/routes/car-parts.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { mayBeRatedLater } from '#core/valuation/outlook.ts';
import { ratingSettings } from '#core/valuation/thresholds.ts';
import { toHundreds } from '#core/valuation/valuation.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { formatKroner, formatMileage } from '../i18n/format.ts';
import { useCarTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { Button, button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { SkeletonLines } from '../ui/messages.tsx';
import { useToggleStar } from './use-marks.ts';

/** A rough figure looks rough: thousands, outwards. */
const outwards = ({ low, high, is_rough: isRough }: NonNullable<WireOutlook['range']>) =>
  isRough
    ? [Math.floor(low / 1000) * 1000, Math.ceil(high / 1000) * 1000]
    : [toHundreds(low), toHundreds(high)];

type Props = { car: WireCarDetail; onUpgrade: OpenUpgrade };

/** What is known of the market of a car without a rating, and what its reader can do next. */
export default function UnratedOutlook({ car, onUpgrade }: Props) {
  const { unrated: t } = useCarTexts();
  const toggleStar = useToggleStar();
  const { data: outlook, isError } = useQuery({
    queryKey: queryKeys.outlook(car.id),
    queryFn: ({ signal }) => call('GET /api/cars/{id}/outlook', { params: { id: car.id }, signal }),
  });
  const canBeTold = mayBeRatedLater(car.deal_reason) && !car.is_private;
  return (
    <div className="mt-6 grid max-w-[60ch] gap-6 text-body print:mt-3">
      {!outlook && !isError && <SkeletonLines count={2} />}
      {outlook && <Range outlook={outlook} car={car} onUpgrade={onUpgrade} />}
      {outlook && (outlook.seen.length > 0 || outlook.missing !== null) && (
        <Seen outlook={outlook} isAllMissing={car.deal_reason === 'few_comparables'} />
      )}
      <OtherEngines car={car} />
      {canBeTold &&
        (car.isStarred ? (
          <p className="text-ink-2 print:hidden">{t.willTell}</p>
        ) : (
          <p className="print:hidden">
            <Button look="secondary" onClick={() => toggleStar(car)}>
              <Icon name="star" size={18} />
              {t.tellMe}
            </Button>
          </p>
        ))}
    </div>
  );
}

type RangeProps = { outlook: WireOutlook; car: WireCarDetail; onUpgrade: OpenUpgrade };

function Range({ outlook, car: { year, deal_reason: reason, facts }, onUpgrade }: RangeProps) {
  const { unrated: t } = useCarTexts();
  const { range, range_state: state } = outlook;
  if (state === 'locked')
    return (
      <p className="text-ink-2 print:hidden">
        {t.locked}{' '}
        <Button look="link" onClick={() => onUpgrade('unlock_price')}>
          {t.unlock}
        </Button>
      </p>
    );
  if (!range) return null;
  const [low, high] = outwards(range).map(formatKroner) as [string, string];
  const isDoubted = facts.some(({ kind }) => kind === 'year_differs');
  const how = !range.is_rough ? t.rangeHow : reason === 'uncertain' ? t.wideHow : t.roughHow;
  return (
    <div>
      <p className="text-h3 font-semibold">
        {(range.is_rough ? t.roughRange : t.range)(year!, low, high, isDoubted)}
      </p>
      <p className="mt-1 text-meta text-ink-2">{how}</p>
    </div>
  );
}

/** `isAllMissing`: nothing but cars of the model keeps this one from a rating. */
type SeenProps = { outlook: WireOutlook; isAllMissing: boolean };

function Seen({ outlook: { seen, missing, is_counted: isCounted }, isAllMissing }: SeenProps) {
  const { unrated: t, filters } = useCarTexts();
  const least = ratingSettings.leastCarsOfModel;
  return (
    <section>
      {/* Who is not told how many are missing does not see the locked cars among them. */}
      <h3 className="border-b border-ink pb-2.5 text-h3">{t.seen(seen.length, missing !== null)}</h3>
      <ul className="text-control">
        {seen.map((car) => (
          <li key={car.id} className="flex flex-wrap gap-x-4 border-b border-rule py-2.5">
            <Link
              to={paths.car(car.id)}
              className="grow underline decoration-rule-2 underline-offset-3 hover:decoration-ink"
            >
              {car.title}
            </Link>
            <span className="text-ink-2">
              {[
                car.year,
                car.mileage !== null && formatMileage(car.mileage),
                car.fuel && filters.fuels[car.fuel],
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <b className="font-semibold">{formatKroner(car.price)}</b>
            {car.gone_after_days !== null && <span className="w-full text-meta text-ink-3">{t.gone}</span>}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-meta text-ink-2">
        {t.needed(least, isCounted)} {isAllMissing && missing !== null && missing > 0 && t.missing(missing)}
      </p>
    </section>
  );
}

/** The way to the same model on other fuels, of which more may be known. How many there are depends on who may see locked cars. */
function OtherEngines({ car: { brand, model, fuel } }: { car: WireCarDetail }) {
  const { unrated: t, filters } = useCarTexts();
  const query = { brand: brand ?? '', model: model ?? '' };
  const { data } = useQuery({
    queryKey: [...queryKeys.carLists, query],
    queryFn: ({ signal }) => call('GET /api/cars', { query, signal }),
    enabled: Boolean(brand && model && fuel),
  });
  const others = (data?.fuels ?? []).filter(({ name, count }) => name !== fuel && count > 0);
  if (!brand || !model || others.length === 0) return null;
  return (
    <section className="print:hidden">
      <h3 className="text-h3">{t.otherEngines(`${brand} ${model}`)}</h3>
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-2 text-control">
        {others.map(({ name }) => (
          <Link
            key={name}
            to={paths.list(new URLSearchParams({ ...query, fuel: name }).toString())}
            className={button.link}
          >
            {filters.fuels[name]}
          </Link>
        ))}
      </p>
    </section>
  );
}

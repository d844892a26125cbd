import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useBrowseTexts } from '../../../i18n/browse-texts.ts';
import { paths } from '../../../paths.ts';
import { DealBadge } from '../../../ui/deal-badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Link } from '../../../ui/link.tsx';
import { CarPhoto } from '../car-photo.tsx';
import { shortenTitle } from '../market-gap.ts';
import type { CompareRow } from './compare-rows.ts';

type Props = { cars: WireCarDetail[]; rows: CompareRow[]; onFollow: () => void };

const head =
  'sticky left-0 z-10 w-28 bg-surface py-2.5 pr-3 text-left align-top font-normal text-ink-2 md:w-44';

/** On a narrow screen the cars scroll sideways under the names of the facts, which stay. */
export function CompareTable({ cars, rows, onFollow }: Props) {
  const t = useBrowseTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section aria-label={t.compare.title} tabIndex={0} className="-mx-6 overflow-x-auto px-6 md:mx-0 md:px-0">
      <table className="w-full text-control">
        <thead>
          <tr className="border-b border-ink">
            <th scope="col" className={head}>
              <span className="sr-only">{t.compare.fact}</span>
            </th>
            {cars.map((car) => (
              <th key={car.id} scope="col" className="min-w-36 pr-4 pb-3 text-left align-top">
                <div className="mb-2 overflow-hidden rounded-md">
                  <CarPhoto url={car.image_urls[0]} isSmall />
                </div>
                <DealBadge deal={car.deal} />
                <Link
                  to={paths.car(car.id)}
                  onClick={onFollow}
                  className="mt-1 block font-semibold wrap-anywhere hover:underline hover:underline-offset-3"
                >
                  {shortenTitle(car.title)}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="border-b border-rule">
              <th scope="row" className={head}>
                <span className="flex items-baseline gap-2">
                  <span
                    aria-hidden="true"
                    className={`size-2 flex-none rounded-full ${row.differs ? 'bg-ink' : ''}`}
                  />
                  <span>
                    {row.name}
                    {row.differs && <span className="sr-only">: {t.compare.differs}</span>}
                  </span>
                </span>
              </th>
              {row.values.map((value, place) => (
                <td
                  key={cars[place]?.id}
                  className={`py-2.5 pr-4 align-top wrap-anywhere ${row.differs ? 'font-semibold' : 'text-ink-2'}`}
                >
                  <span className="mr-1.5">{value}</span>
                  {row.best.includes(place) && (
                    <span className="inline-flex items-center gap-1 text-caption text-accent">
                      <Icon name="check" size={14} />
                      {t.compare.best}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="py-6 text-body text-ink-2">{t.compare.noDifferences}</p>}
    </section>
  );
}

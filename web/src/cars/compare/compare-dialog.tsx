import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CarFact } from '#core/cars/car.ts';
import { hasCostOfOwning } from '#core/cars/cost.ts';
import { findingsIn } from '#core/cars/findings.ts';
import { isPriceOfCar } from '#core/cars/price-drop.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { gapToMarket } from '#core/valuation/valuation.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/queries.ts';
import { recallList } from '../../catalog/list-state.ts';
import { formatConsumption, formatKroner, formatMileage, formatNumber } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/language.tsx';
import { type BrowseTexts, useBrowseTexts } from '../../i18n/text-parts.ts';
import { paths } from '../../paths.ts';
import { findableOf } from '../../register/findings.tsx';
import { Button } from '../../ui/button.tsx';
import { DealBadge } from '../../ui/deal-badge.tsx';
import { CheckBox } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Modal } from '../../ui/modal.tsx';
import {
  ageWords,
  CarPhoto,
  gapWords,
  labelWords,
  priceLineOf,
  priceText,
  shortenTitle,
  wordsOfFinding,
} from '../car-card.tsx';
import { costLines, costTotal, countsLoss, useCostInputs } from '../cost-of-owning.tsx';
import { bothSay, electricWords } from '../specifications.tsx';
import { carQuery } from '../use-car.ts';
import { useHiding } from '../use-marks.ts';
import { comparedCars, setCompared, useCompared } from './compare-store.ts';

type CompareRow = {
  name: string;
  /** One per car, in the cars' order; "-" where nothing is known. */
  values: string[];
  /** Whether the cars differ in it. */
  differs: boolean;
  /** Which cars are best at it; none when it is no contest or all are alike. */
  best: number[];
};

type Fact = {
  name: string;
  write: (car: WireCarDetail) => string;
  /** Higher is better; null is unknown and neither best nor worst. */
  score?: (car: WireCarDetail) => number | null;
};

const unknown = '-';
const lower = (value: number | null) => (value === null || value <= 0 ? null : -value);
const lacking: readonly WireCarDetail['deal_reason'][] = ['ex_vat', 'ex_tax', 'wholesale'];
/** A monthly rate, a placeholder or a price without tax is not lower than the price of a car. */
const priceScore = ({ price, deal_reason: reason }: WireCarDetail) =>
  isPriceOfCar(price, reason) && !lacking.includes(reason) ? lower(price) : null;

/** Kilometres; a masked "187xxx" counts in thousands. */
export function mileageKm(mileage: WireCarDetail['mileage']): number | null {
  if (typeof mileage === 'number') return mileage;
  const masked = /^(\d+)\.?x+$/i.exec(mileage ?? '');
  return masked ? Number(masked[1]) * 1_000 : null;
}

/** What the register or the ad's own words contradict is shown as both say it, and is no best. */
const isDoubted = ({ facts }: WireCarDetail, ...kinds: CarFact['kind'][]) =>
  facts.some(({ kind }) => kinds.some((each) => each === kind));

/** What is known of the cars beyond their pages, by car id; null while unknown. */
export type Beside = {
  /** Kroner a month, whether no costs are missing in it, and whether an estimated loss of value is in it. */
  costOf?: (id: string) => { month: number; isWhole: boolean; hasLoss: boolean } | null;
  /** Kilometres from the town that the list is searched around. */
  kmTo?: (car: WireCarDetail) => number | null;
};

function factsOf(
  t: BrowseTexts,
  date: (day: string | null) => string,
  { costOf = () => null, kmTo = () => null }: Beside,
): Fact[] {
  const text = (value: string | number | null) => (value === null || value === '' ? unknown : String(value));
  const unit = (value: number | null, write: (value: number) => string) =>
    value === null ? unknown : write(value);
  const day = (value: string | null) => (value ? date(value) : unknown);
  const said = (car: WireCarDetail, kind: CarFact['kind'], ad: string) => bothSay(car, t)(kind) ?? ad;
  return [
    { name: t.filters.price, write: (car) => priceText(car, t), score: priceScore },
    { name: t.compare.gap, write: (car) => gapWords(car, t), score: gapScore },
    {
      name: t.filters.deal,
      write: (car) => [t.deals[car.deal], labelWords(car, t)].filter(Boolean).join(': '),
    },
    { name: t.facts.title, write: (car) => findingNames(car, t) || nothingFound(car, t) },
    {
      name: t.car.marketValue,
      write: (car) => {
        const line = priceLineOf(car);
        return line ? `${formatNumber(line.lowDkk)}–${formatKroner(line.highDkk)}` : unknown;
      },
    },
    {
      name: t.compare.cost,
      write: (car) => {
        const cost = hasCostOfOwning(car.deal_reason) ? costOf(car.id) : null;
        if (!cost) return unknown;
        const amount = formatKroner(cost.month);
        if (cost.isWhole) return amount;
        return (cost.hasLoss ? t.compare.atLeastWithLoss : t.compare.atLeast)(amount);
      },
    },
    {
      name: t.compare.drop,
      write: (car) =>
        car.price_drop
          ? t.compare.dropOn(formatKroner(car.price_drop.amount), date(car.price_drop.at))
          : unknown,
    },
    { name: t.car.daysListed, write: (car) => ageWords(car, t) ?? unknown },
    {
      name: t.compare.distance,
      write: (car) => unit(kmTo(car), (km) => `${formatNumber(Math.round(km))} km`),
      score: (car) => {
        const km = kmTo(car);
        return km === null ? null : -Math.round(km);
      },
    },
    {
      name: t.car.year,
      write: (car) => said(car, 'year_differs', text(car.year)),
      score: (car) => (isDoubted(car, 'year_differs', 'year_unclear') ? null : car.year),
    },
    {
      name: t.car.mileage,
      write: (car) => said(car, 'mileage_below_inspection', formatMileage(car.mileage)),
      score: (car) =>
        car.mileage_verdict.verdict === 'not_logical' ||
        isDoubted(
          car,
          ...(['mileage_below_inspection', 'mileage_readings_differ'] as const),
          ...(['mileage_unclear', 'mileage_low_for_age'] as const),
        )
          ? null
          : lower(mileageKm(car.mileage)),
    },
    {
      name: t.filters.fuel,
      write: (car) => said(car, 'fuel_differs', car.fuel ? t.filters.fuels[car.fuel] : unknown),
    },
    {
      name: t.filters.gearbox,
      write: (car) => said(car, 'gearbox_differs', car.gearbox ? t.filters.gearboxes[car.gearbox] : unknown),
    },
    {
      name: t.car.facts.horsepower,
      write: (car) => unit(car.motor_hestekraefter, (power) => t.car.horsepowerValue(formatNumber(power))),
    },
    {
      name: t.car.facts.kmPerLitre,
      write: (car) =>
        car.fuel === 'electric'
          ? unit(car.wh_per_km, formatConsumption)
          : unit(car.motor_km_per_liter, (km) => t.car.kmPerLitre(formatNumber(km))),
      score: (car) => car.motor_km_per_liter,
    },
    ...(['battery', 'range', 'ac', 'dc'] as const).map((figure) => ({
      name: t.car.electric[figure],
      write: (car: WireCarDetail) => electricWords(car.electric, t)[figure],
    })),
    {
      name: t.car.facts.halfYearlyTaxDkk,
      write: (car) => unit(car.afgifter, formatKroner),
      score: (car) => lower(car.afgifter),
    },
    {
      name: t.car.facts.previousOwners,
      write: (car) => unit(car.previous_owners, (owners) => t.car.inAd(t.car.ownersInAd(owners))),
      score: (car) => (isDoubted(car, 'owners_differ') ? null : lower(car.previous_owners)),
    },
    { name: t.car.lastInspection, write: (car) => day(car.sidste_syn) },
    {
      name: t.car.nextInspection,
      write: (car) => day(car.naeste_syn),
      score: (car) => (car.naeste_syn ? Date.parse(car.naeste_syn) : null),
    },
    {
      name: t.filters.seller,
      write: (car) => (car.seller_type ? t.filters.sellers[car.seller_type] : unknown),
    },
    { name: t.car.city, write: (car) => text(car.city) },
  ];
}

/** What is to be checked before buying, the heaviest first; empty if nothing was found. */
const findingNames = (car: WireCarDetail, t: BrowseTexts): string =>
  findingsIn(findableOf(car), new Date().toISOString().slice(0, 10))
    .flatMap((found) => wordsOfFinding(found, t) ?? [])
    .join('; ');

/** Silence is an answer only where somebody was asked. */
const nothingFound = ({ register_state: state }: WireCarDetail, t: BrowseTexts): string =>
  state === 'found' ? t.compare.nothingFound : unknown;

/** Kroner below the market value. */
function gapScore(car: WireCarDetail): number | null {
  const line = priceLineOf(car);
  return line && -gapToMarket(line.priceDkk, line.avgDkk);
}

/** The best of at least two known scores that are not all alike. */
export function bestOf(scores: (number | null)[]): number[] {
  const known = scores.filter((score) => score !== null);
  if (known.length < 2 || new Set(known).size < 2) return [];
  const top = Math.max(...known);
  return scores.flatMap((score, place) => (score === top ? [place] : []));
}

/** Every fact that at least one of the cars has. */
export function compareRows(
  cars: readonly WireCarDetail[],
  t: BrowseTexts,
  date: (day: string | null) => string,
  beside: Beside = {},
): CompareRow[] {
  return factsOf(t, date, beside)
    .map(({ name, write, score }) => {
      const values = cars.map(write);
      const best = score ? bestOf(cars.map(score)) : [];
      return { name, values, differs: new Set(values).size > 1, best };
    })
    .filter(({ values }) => values.some((value) => value !== unknown));
}

type Props = {
  cars: WireCarDetail[];
  rows: CompareRow[];
  onFollow: () => void;
  onHide: (car: WireCarDetail) => void;
};

const head =
  'sticky left-0 z-10 w-28 bg-surface py-2.5 pr-3 text-left align-top font-normal text-ink-2 md:w-44';

/** On a narrow screen the cars scroll sideways under the names of the facts, which stay. */
function CompareTable({ cars, rows, onFollow, onHide }: Props) {
  const t = useBrowseTexts();
  // Said once: the dot and the bold type are for the eye.
  const different = rows.filter(({ differs }) => differs).map(({ name }) => name);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section aria-label={t.compare.title} tabIndex={0} className="-mx-6 overflow-x-auto px-6 md:mx-0 md:px-0">
      <table className="w-full text-control">
        {different.length > 0 && (
          <caption className="sr-only">{t.compare.differIn(different.join(', '))}</caption>
        )}
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
                <Button
                  aria-label={t.card.hideCar(car.title)}
                  look="link"
                  className="mt-1 text-meta max-md:min-h-11"
                  onClick={() => onHide(car)}
                >
                  {t.card.hide}
                </Button>
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
                  {row.name}
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

/** The cars' pages; one that is gone or locked is left out. Undefined until all are known. */
function useOpenCars(ids: string[]): WireCarDetail[] | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [...queryKeys.compared, ids],
    queryFn: async () => {
      const answers = await Promise.all(ids.map((id) => client.fetchQuery(carQuery(id)).catch(() => null)));
      return answers.filter((car): car is WireCarDetail => car !== null && !car.locked);
    },
  });
  return data;
}

/** What each car costs a month, by the reader's own figures. */
function useCosts(ids: readonly string[]): Beside['costOf'] {
  const [inputs] = useCostInputs();
  const client = useQueryClient();
  const { data: costs } = useQuery({
    queryKey: [...queryKeys.compared, 'costs', ids, inputs.km],
    queryFn: async () => {
      const costOf = (id: string) =>
        client.fetchQuery({
          queryKey: queryKeys.carCost(id, inputs.km),
          queryFn: ({ signal }) =>
            call('GET /api/cars/{id}/cost', { params: { id }, query: { km: String(inputs.km) }, signal }),
        });
      const answers = await Promise.all(ids.map((id) => costOf(id).catch(() => null)));
      return new Map(ids.map((id, place) => [id, answers[place]]));
    },
  });
  return (id) => {
    const cost = costs?.get(id);
    if (!cost || 'locked' in cost) return null;
    const lines = costLines(cost, inputs, new Date().toISOString().slice(0, 10));
    const total = costTotal(lines);
    if (!total) return null;
    const isWhole = lines.every(({ sum }) => sum !== null);
    return { month: total.month, isWhole, hasLoss: countsLoss(lines) };
  };
}

/** How far the cars' towns are from the one that the list is searched around. The table of towns is fetched when there is one. */
function useDistances(): Beside['kmTo'] {
  const asked = new URLSearchParams(recallList());
  const place = asked.get('place') ?? asked.get('from') ?? '';
  const { data } = useQuery({
    queryKey: ['distances', place],
    queryFn: async () => {
      const [{ findTown }, { distanceKm }] = await Promise.all([
        import('#core/places/places.ts'),
        import('#core/places/towns.ts'),
      ]);
      const from = findTown(place);
      const kmTo = (city: string | null) => {
        const to = city === null ? null : findTown(city);
        return from && to ? distanceKm(from, to) : null;
      };
      return { kmTo };
    },
    enabled: place !== '',
  });
  return ({ city }) => data?.kmTo(city) ?? null;
}

/** Two to four cars side by side; what differs is marked, and the best of each line. */
export default function CompareDialog({ onClose }: { onClose: () => void }) {
  const t = useBrowseTexts();
  const format = useFormat();
  const compared = useCompared();
  const hiding = useHiding();
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const cars = useOpenCars(compared.map(({ id }) => id));
  const missing = compared.filter(({ id }) => cars && !cars.some((car) => car.id === id));
  const costOf = useCosts(compared.map(({ id }) => id));
  const kmTo = useDistances();
  const rows = compareRows(cars ?? [], t, format.date, { costOf, kmTo });
  const shown = onlyDifferences ? rows.filter(({ differs }) => differs) : rows;
  return (
    <Modal title={t.compare.title} onClose={onClose} wide>
      {!cars ? (
        <p className="min-h-60 text-ink-2">{t.common.loading}</p>
      ) : (
        <>
          {missing.map(({ id, title }) => (
            <p key={id} className="mb-3 text-control text-poor">
              {title}: {t.compare.missing}
            </p>
          ))}
          <CheckBox
            className="mb-3 inline-flex min-h-10 text-control"
            isChecked={onlyDifferences}
            onChange={setOnlyDifferences}
          >
            {t.compare.onlyDifferences}
          </CheckBox>
          <CompareTable
            cars={cars}
            rows={shown}
            onFollow={onClose}
            onHide={({ id }) => {
              setCompared(comparedCars().filter((car) => car.id !== id));
              hiding.run(id);
            }}
          />
        </>
      )}
    </Modal>
  );
}

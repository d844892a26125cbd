import { lazy, type ReactNode, Suspense } from 'react';
import type { CarFact } from '#core/cars/car.ts';
import { type SpecificationKind, specification, specificationFields } from '#core/cars/specification.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { Body } from '#core/marketplaces/ad/listing.ts';
import { ownerChangesIn } from '#core/register/story.ts';
import { formatConsumption, formatMileage, formatNumber } from '../i18n/format.ts';
import { useFormat } from '../i18n/language.tsx';
import { type CarTexts, useCarTexts, useFilterTexts } from '../i18n/text-parts.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { factValue } from '../register/findings.tsx';
import { Button } from '../ui/button.tsx';
import { type Fact, FactList } from '../ui/messages.tsx';
import { NumberPlate } from '../ui/number-plate.tsx';
import { useRatingFigures } from '../valuation/use-rating-figures.ts';
import { priceLineOf } from './car-card.tsx';

const PlateOfCar = lazy(() => import('../plates/plate-of-car.tsx'));

/** A value, or "-" if neither ad nor register has it (docs/spec.md 2). */
function unit<T>(value: T | null, write: (value: T) => ReactNode): ReactNode {
  return value === null || value === '' ? '-' : write(value);
}

type PartProps = { car: WireCarDetail; className: string };
type Props = PartProps & { onUpgrade: OpenUpgrade };

/** The groups of docs/spec.md, section 2, as one table. Plate and seller stand elsewhere on the page and are not repeated. */
export function Specifications({ car, onUpgrade, className }: Props) {
  const t = useCarTexts();
  return (
    <section className={className}>
      <h2 className="mb-5 text-h2 tracking-[-0.03em] print:mb-2">{t.car.specifications}</h2>
      <div className="grid gap-x-14 gap-y-10 md:grid-cols-2 print:grid-cols-3 print:gap-6">
        <FactList rows={useCarRows(car)} className="border-t border-ink" />
        <div className="grid content-start gap-10 print:contents">
          <SpecList title={t.car.engine} rows={useFacts(car, 'engine')} />
          {car.electric && <ElectricFigures figures={car.electric} />}
          <SpecList title={t.car.ownership} rows={useOwnershipRows(car, onUpgrade)} />
        </div>
      </div>
    </section>
  );
}

/** The plate, and the way to correct it. */
export function VehicleInformation({ car, isSignedIn }: { car: WireCarDetail; isSignedIn: boolean }) {
  const t = useCarTexts();
  const noPlate = isSignedIn ? '-' : t.car.platesSignedIn;
  // A visitor has just typed the plate of a car without an ad.
  if (!isSignedIn && car.item_url === '') return null;
  return (
    <section className="mt-6 print:mt-3">
      <h2 className="text-meta text-ink-2">{t.car.vehicleInformation}</h2>
      <FactList
        rows={[[t.car.plate, car.plate ? <NumberPlate key="plate" plate={car.plate} isNamed /> : noPlate]]}
        className="mt-1 border-t border-rule"
      />
      {/* The plate of a car without an ad is what was asked for. */}
      {isSignedIn && car.item_url !== '' && (
        <Suspense fallback={null}>
          <PlateOfCar car={car} />
        </Suspense>
      )}
    </section>
  );
}

/** What the seller writes, what the car has, and who sells it. */
export function AdText({ car, className }: PartProps) {
  const t = useCarTexts();
  return (
    <div
      className={`${className} grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_420px] print:grid-cols-2 print:gap-6`}
    >
      <section>
        <h2 className="mb-4 text-h2 tracking-[-0.03em]">{t.car.description}</h2>
        {car.description.trim() ? (
          <p lang="da" className="max-w-[70ch] whitespace-pre-line text-body text-ink-2 wrap-anywhere">
            {car.description}
          </p>
        ) : (
          <p className="text-body text-ink-2">{t.car.noDescription}</p>
        )}
        {car.seller_type && (
          <FactList
            rows={[[t.filters.seller, t.filters.sellers[car.seller_type]]]}
            className="mt-6 max-w-md border-t border-rule"
          />
        )}
      </section>
      <Equipment car={car} className="" />
    </div>
  );
}

export function Equipment({ car, className }: PartProps) {
  const t = useCarTexts();
  if (car.koeretoej_udstyr_samling.length === 0) return null;
  return (
    <section className={className}>
      <h2 className="mb-5 text-h2 tracking-[-0.03em]">{t.car.equipment}</h2>
      <ul className="flex flex-wrap gap-2">
        {car.koeretoej_udstyr_samling.map((item) => (
          <li
            key={item}
            // Untranslated equipment is shown as the register wrote it.
            lang={t.words.equipment(item).toLowerCase() === item.toLowerCase() ? 'da' : undefined}
            className="rounded-md border border-rule-2 px-3 py-1.75 text-meta/4.5 text-ink-2"
          >
            {t.words.equipment(item)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The market range; none for a car without an estimate, even where a value was computed that is not trusted. A reader who does
 * not see it is offered it.
 */
function marketValue(car: WireCarDetail, onUpgrade: OpenUpgrade, t: CarTexts): ReactNode {
  const line = priceLineOf(car);
  if (line) return t.car.kroner(`${formatNumber(line.lowDkk)}–${formatNumber(line.highDkk)}`);
  if (car.deal === 'no_estimate') return '-';
  return (
    <Button key="unlock" look="link" className="text-control" onClick={() => onUpgrade('unlock_price')}>
      {t.car.unlock}
    </Button>
  );
}

/** The values of ad and register if they differ, else null. */
export const bothSay = (car: WireCarDetail, t: CarTexts) => (kind: CarFact['kind']) => {
  const fact = car.facts.find((each) => each.kind === kind);
  if (!fact?.ad || !fact.register) return null;
  return [
    t.car.inAd(factValue(kind, fact.ad, 'ad', t)),
    t.car.inRegister(factValue(kind, fact.register, 'register', t)),
  ].join(', ');
};

function useCarRows(car: WireCarDetail): Fact[] {
  const t = useCarTexts();
  const { figures } = useRatingFigures();
  const usual = figures?.model_days?.find(({ make, model }) => make === car.brand && model === car.model);
  const both = bothSay(car, t);
  return [
    [t.car.brand, both('make_differs') ?? unit(car.brand, String)],
    [t.car.model, both('model_differs') ?? unit(car.model, String)],
    [t.car.variant, unit(car.variant, String)],
    [t.car.year, both('year_differs') ?? unit(car.year, String)],
    [t.car.mileage, both('mileage_below_inspection') ?? formatMileage(car.mileage)],
    [
      t.car.body,
      unit(car.body, (body) => (
        <Suspense key="body">
          <BodyName body={body} />
        </Suspense>
      )),
    ],
    [t.car.color, unit(car.color, t.words.color)],
    [t.car.fuel, both('fuel_differs') ?? unit(car.fuel, (fuel) => t.filters.fuels[fuel])],
    [
      t.car.transmission,
      both('gearbox_differs') ??
        unit(car.automatgear, (automatic) => (automatic ? t.car.automatic : t.car.manual)),
    ],
    ...(car.city ? [[t.car.city, car.city] as const] : []),
    ...(usual
      ? [
          [
            t.car.modelDays(usual.model),
            t.car.modelDaysValue(Math.max(1, Math.round(usual.days)), usual.cars),
          ] as const,
        ]
      : []),
  ];
}

/** Uses the filter panel's text and loads it. */
const BodyName = ({ body }: { body: Body }) => useFilterTexts().filters.bodies[body];

/** The facts of `core/cars/specification.ts` that this card shows. */
function useFacts(car: WireCarDetail, card: 'engine' | 'ownership'): Fact[] {
  const t = useCarTexts();
  const format = useFormat();
  const write: Readonly<Record<SpecificationKind, (value: string | number) => string>> = {
    count: String,
    day: (day) => format.date(String(day)),
    dkk: (amount) => t.car.kroner(formatNumber(Number(amount))),
    horsepower: (power) => t.car.horsepowerValue(formatNumber(Number(power))),
    kmPerLitre: (km) => t.car.kmPerLitre(formatNumber(Number(km))),
    litres: (litres) => `${formatNumber(Number(litres), 1, 1)} L`,
    whPerKm: (wattHours) => formatConsumption(Number(wattHours)),
  };
  // An electric car uses no litres.
  const unfit = car.fuel === 'electric' ? 'kmPerLitre' : 'whPerKm';
  return specificationFields
    .filter((field) => specification[field].card === card && field !== unfit)
    .map((field) => {
      const { wire, kind } = specification[field];
      const told =
        field === 'previousOwners' ? ownersText(car, t) : unit<string | number>(car[wire], write[kind]);
      return [t.car.facts[field], told];
    });
}

/** The owners that the ad names, and the register's changes of owner; each counts otherwise, so neither stands for both. */
function ownersText(car: WireCarDetail, t: CarTexts): string {
  const { previous_owners: owners, story, foerste_registrering_dato: first } = car;
  const changes = story.asked.includes('owners') ? ownerChangesIn(story.events, first).length : null;
  const told = [
    owners !== null && t.car.inAd(t.car.ownersInAd(owners)),
    changes !== null && t.car.inRegister(t.car.ownerChanges(changes)),
  ];
  return told.filter(Boolean).join(', ') || '-';
}

function useOwnershipRows(car: WireCarDetail, onUpgrade: OpenUpgrade): Fact[] {
  const t = useCarTexts();
  const format = useFormat();
  return [
    ...useFacts(car, 'ownership'),
    [t.car.lastInspection, unit(car.sidste_syn, format.date)],
    [t.car.nextInspection, unit(car.naeste_syn, format.date)],
    [t.car.marketValue, marketValue(car, onUpgrade, t)],
  ];
}

type Electric = NonNullable<WireCarDetail['electric']>;

/** The share of the range that the cars of NAF's winter test of 2024 drove on average, at 4 to -10 degrees. */
const winterShare = 0.78;

/** What an electric car stores, drives and charges with, as words; "-" where it is not known. */
export function electricWords(figures: Electric | null, t: CarTexts) {
  const { battery_kwh: battery, range_km: range, ac_kw: ac, dc_kw: dc } = figures ?? {};
  const words = (figure: Electric['range_km'] | undefined, write: (value: string) => string) => {
    if (!figure) return '-';
    const text = write(formatNumber(figure.value));
    return figure.source === null ? t.car.inAd(text) : text;
  };
  return {
    battery: words(battery, battery?.is_usable ? t.car.electric.usable : (kwh) => `${kwh} kWh`),
    range: words(range, range?.source === null ? (km) => `${km} km` : t.car.electric.upTo),
    ac: words(ac, t.car.electric.kw),
    dc: words(dc, t.car.electric.kw),
  };
}

function ElectricFigures({ figures }: { figures: Electric }) {
  const t = useCarTexts();
  const words = electricWords(figures, t);
  const { range_km: range } = figures;
  const sources = [...new Set(Object.values(figures).flatMap((figure) => figure?.source?.split(', ') ?? []))];
  // What the seller calls the range may be that of any day.
  const winterKm = range?.source && Math.round((range.value * winterShare) / 10) * 10;
  return (
    <div>
      <SpecList
        title={t.car.electric.title}
        rows={[
          [t.car.electric.battery, words.battery],
          [t.car.electric.range, words.range],
          ...(winterKm
            ? [[t.car.electric.winter, t.car.electric.about(formatNumber(winterKm))] as const]
            : []),
          [t.car.electric.ac, words.ac],
          [t.car.electric.dc, words.dc],
        ]}
      />
      <p className="mt-3 text-meta text-ink-2">
        {winterKm && `${t.car.electric.winterMethod(formatNumber(winterShare * 100))} `}
        {sources.length > 0 && t.car.electric.sources(sources.join(', '))}
      </p>
    </div>
  );
}

function SpecList({ title, rows }: { title: string; rows: readonly Fact[] }) {
  return (
    <div>
      <h3 className="border-b border-ink pb-2.5 text-h3">{title}</h3>
      <FactList rows={rows} />
    </div>
  );
}

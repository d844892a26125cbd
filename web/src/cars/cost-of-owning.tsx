import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { usualKmPerYear } from '#core/cars/cost.ts';
import type { WireCost } from '#core/contract/routes/car-parts.ts';
import { toHundreds } from '#core/valuation/valuation.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useDraft } from '../catalog/hooks.ts';
import { formatKroner, formatMileage, formatNumber } from '../i18n/format.ts';
import { useFormat, useTexts } from '../i18n/language.tsx';
import { type CostTexts, useCostTexts } from '../i18n/text-parts.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { keep, recallValue } from '../storage.ts';
import { Button } from '../ui/button.tsx';
import { SkeletonLines } from '../ui/messages.tsx';

/** What a person says of their driving; null where the default, or nothing, serves. DKK. */
type CostInputs = {
  km: number;
  insurance: number | null;
  inspection: number | null;
  petrol: number | null;
  diesel: number | null;
  electricity: number | null;
};
type CostInput = keyof CostInputs;

const key = 'bilfund_cost';
export const usualInputs: CostInputs = {
  km: usualKmPerYear,
  ...{ insurance: null, inspection: null, petrol: null, diesel: null, electricity: null },
};
const most: Partial<Record<CostInput, number>> = { km: 100_000, petrol: 99, diesel: 99, electricity: 99 };

/** "15.000", "15,53" or "15.53" as a number; null for what is none, or nobody's. */
export function readFigure(input: CostInput, text: string): number | null {
  const isThousands = /^\d{1,3}([. ]\d{3})+$/.test(text.trim());
  const plain = isThousands ? text.replace(/[. ]/g, '') : text.trim().replace(',', '.');
  const figure = /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
  if (!(figure <= (most[input] ?? 200_000))) return null;
  return input === 'km' ? Math.round(figure) : figure;
}

function stored(): CostInputs {
  const kept = recallValue('browser', key) as Partial<Record<CostInput, unknown>> | null;
  const names = Object.keys(usualInputs) as CostInput[];
  const read = names.map((name) => [name, readFigure(name, String(kept?.[name])) ?? usualInputs[name]]);
  return Object.fromEntries(read) as CostInputs;
}

/** The inputs, kept from car to car on this device. */
export function useCostInputs(): [CostInputs, (input: CostInput, text: string) => void] {
  const [inputs, setInputs] = useState(stored);
  const change = (input: CostInput, text: string) => {
    const next = { ...inputs, [input]: readFigure(input, text) ?? usualInputs[input] };
    setInputs(next);
    keep('browser', key, JSON.stringify(next));
  };
  return [inputs, change];
}

const costKinds = ['tax', 'energy', 'loss', 'insurance', 'inspection'] as const;
/** Whole kroner; null where they are not known. */
type CostSum = { month: number; threeYears: number } | null;
type CostLine = { kind: (typeof costKinds)[number]; sum: CostSum };

const years = 3;
const yearsLater = (day: string, count: number) => `${Number(day.slice(0, 4)) + count}${day.slice(4)}`;

/** How often the car is inspected within three years: by the day it is due, every second year from then on. */
export function inspectionsAhead(next: string | null, today: string): number | null {
  if (next === null) return null;
  const end = yearsLater(today, years);
  // One that is overdue is made before the car is driven, and the count begins anew.
  const first = next < today ? today : next;
  let count = 0;
  for (let day = first; day <= end; day = yearsLater(day, 2)) count++;
  return count;
}

/** A litre's or kilowatt-hour's price: the person's own, else the observed one. */
function energyPrice(cost: WireCost, inputs: CostInputs): { price: number; isOwn: boolean } | null {
  if (!cost.energy) return null;
  const { kind } = cost.energy;
  const own = inputs[kind];
  return { price: own ?? cost.prices[kind].dkk, isOwn: own !== null };
}

const times = (figure: number | null | undefined, factor: number | null | undefined) =>
  figure === null || figure === undefined || factor === null || factor === undefined ? null : figure * factor;

export function costLines(cost: WireCost, inputs: CostInputs, today: string): CostLine[] {
  const per100Km = times(cost.energy?.per_100_km, energyPrice(cost, inputs)?.price);
  const last = cost.loss?.values.at(-1);
  const sums: Record<CostLine['kind'], number | null> = {
    tax: times(cost.tax?.half_year, 2 * years),
    energy: times(per100Km, (inputs.km / 100) * years),
    // From what is paid for it; what may be worth more then costs nothing.
    loss: cost.loss && last ? Math.max(0, cost.loss.price - last.average) : null,
    insurance: times(inputs.insurance, years),
    inspection: times(inputs.inspection, inspectionsAhead(cost.next_inspection, today)),
  };
  return costKinds.map((kind) => {
    const sum = sums[kind];
    if (sum === null) return { kind, sum };
    return { kind, sum: { month: Math.round(sum / (12 * years)), threeYears: Math.round(sum) } };
  });
}

/** The sum of the lines that are known, column by column, so that each adds up as it is shown; null if nothing is known to cost. */
export function costTotal(lines: readonly CostLine[]): CostSum {
  const known = lines.flatMap(({ sum }) => sum ?? []);
  if (known.every(({ threeYears }) => threeYears === 0)) return null;
  const add = (column: 'month' | 'threeYears') => known.reduce((all, sum) => all + sum[column], 0);
  return { month: add('month'), threeYears: add('threeYears') };
}

/** Whether a loss of value is in the sum: it is estimated, so that the sum is a minimum only if the estimate is right. */
export const countsLoss = (lines: readonly CostLine[]): boolean =>
  lines.some(({ kind, sum }) => kind === 'loss' && sum !== null && sum.threeYears > 0);

type Said = { t: CostTexts; date: (day: string) => string; today: string };

/** "15,53 kr.": öre count here. */
const exactly = (dkk: number) => `${formatNumber(dkk, 2, 2)} kr.`;
const roughly = (dkk: number) => formatKroner(toHundreds(dkk));

function energyFrom(cost: WireCost, inputs: CostInputs, { t, date }: Said): string {
  const paid = energyPrice(cost, inputs);
  if (!cost.energy || !paid)
    return t.cost.noEnergy[cost.energy_state === 'known' ? 'unknown' : cost.energy_state];
  const unit = t.cost.unit[cost.energy.kind];
  const observed = cost.prices[cost.energy.kind];
  const source = paid.isOwn ? t.cost.ownPrice : t.cost.observed(observed.source, date(observed.date));
  return t.cost.energyFrom(
    `${formatNumber(cost.energy.per_100_km)} ${unit}`,
    `${exactly(paid.price)}/${unit}`,
    source,
  );
}

function inspectionFrom({ next_inspection: next }: WireCost, { t, date, today }: Said): string {
  const count = inspectionsAhead(next, today);
  if (next === null || count === null) return t.cost.inspectionUnknown;
  if (next < today) return t.cost.inspectionOverdue(date(next));
  return count === 0 ? t.cost.inspectionNone(date(next)) : t.cost.inspectionOn(date(next), count);
}

function lossFrom({ loss, loss_state: state }: WireCost, { t, date }: Said): string {
  const last = loss?.values.at(-1);
  if (!loss || !last) return state === 'locked' ? t.cost.lossLocked : t.cost.lossUnknown;
  const said = [date(loss.date), formatKroner(loss.price), roughly(last.low), roughly(last.high)] as const;
  return last.average < loss.price
    ? t.cost.lossFrom(...said, roughly(last.average))
    : t.cost.lossNone(...said);
}

/** Where a line's amount comes from, with its day; or why there is none. */
function costSource(kind: CostLine['kind'], cost: WireCost, inputs: CostInputs, said: Said): string {
  const { t } = said;
  const year = cost.tax?.year;
  const sources: Record<CostLine['kind'], string> = {
    tax: cost.tax ? (year ? t.cost.taxTable(year) : t.cost.taxCharged) : t.cost.taxUnknown,
    energy: energyFrom(cost, inputs, said),
    loss: lossFrom(cost, said),
    insurance: inputs.insurance === null ? t.cost.insuranceUnknown : t.cost.insuranceOwn,
    inspection: inspectionFrom(cost, said),
  };
  return sources[kind];
}

type CostTableProps = { cost: WireCost; inputs: CostInputs; onUpgrade: OpenUpgrade };

/** A line for each kind of cost with where it comes from; the sum is of those that are known, and names the others. */
function CostTable({ cost, inputs, onUpgrade }: CostTableProps) {
  const t = useCostTexts();
  const { date } = useFormat();
  const today = new Date().toISOString().slice(0, 10);
  const nameOf = (kind: CostLine['kind']) =>
    kind === 'energy' && cost.energy ? t.cost.energy[cost.energy.kind] : t.cost.kind[kind];
  const lines = costLines(cost, inputs, today);
  const missing = lines.filter(({ sum }) => sum === null).map(({ kind }) => nameOf(kind));
  const totalOfSome = countsLoss(lines) ? t.cost.totalWithLoss : t.cost.totalKnown;
  return (
    <table className="w-full text-control">
      <thead>
        <tr className="border-b border-ink text-meta text-ink-2">
          <td />
          <th scope="col" className="pb-2 pl-3 text-right font-normal whitespace-nowrap">
            {t.cost.month}
          </th>
          <th scope="col" className="pb-2 pl-3 text-right font-normal whitespace-nowrap">
            {t.cost.threeYears}
          </th>
        </tr>
      </thead>
      {lines.map(({ kind, sum }) => (
        <tbody
          key={kind}
          // On paper the sum names what is missing: nothing can be typed there.
          className={`border-b border-rule ${sum === null ? 'print:hidden' : ''}`}
        >
          <SumRow name={nameOf(kind)} sum={sum} />
          <SourceRow text={costSource(kind, cost, inputs, { t, date, today })}>
            {kind === 'loss' && cost.loss_state === 'locked' && (
              <Button look="link" className="text-meta" onClick={() => onUpgrade('unlock_price')}>
                {t.cost.lossUnlock}
              </Button>
            )}
          </SourceRow>
        </tbody>
      ))}
      <tfoot className="border-b border-ink">
        <SumRow
          name={missing.length > 0 ? totalOfSome : t.cost.total}
          sum={costTotal(lines)}
          write={missing.length > 0 ? t.cost.atLeast : undefined}
        />
        {missing.length > 0 && <SourceRow text={t.cost.missing(missing.join(', ').toLowerCase())} />}
      </tfoot>
    </table>
  );
}

type SumProps = { name: string; sum: CostSum; write?: ((amount: string) => string) | undefined };

function SumRow({ name, sum, write = String }: SumProps) {
  const shown = (dkk: number | undefined) => (dkk === undefined ? '–' : write(formatKroner(dkk)));
  const cell = 'pt-3 pb-1 pl-3 text-right font-semibold whitespace-nowrap print:pt-1 print:pb-0';
  return (
    <tr>
      <th scope="row" className="pt-3 pb-1 text-left font-semibold print:pt-1 print:pb-0">
        {name}
      </th>
      <td className={cell}>{shown(sum?.month)}</td>
      <td className={cell}>{shown(sum?.threeYears)}</td>
    </tr>
  );
}

/** Below the sum, as wide as the table: on a phone there is no room beside it. */
function SourceRow({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <tr>
      <td colSpan={3} className="pb-3 text-meta text-ink-3 print:pb-1 print:text-caption/4">
        {text} {children}
      </td>
    </tr>
  );
}

type FigureFieldProps = {
  label: string;
  figure: number | null;
  write: (figure: number) => string;
  /** Stands there while nothing is typed. */
  usual: string;
  onChange: (text: string) => void;
};

/** A figure of the reader's, taken when the field is left or Enter pressed. What is no figure gives way to what was there. */
function FigureField({ label, figure, write, usual, onChange }: FigureFieldProps) {
  const draft = useDraft(figure === null ? '' : write(figure), onChange);
  return (
    <label className="flex items-center justify-between gap-4 text-control text-ink-2">
      {label}
      <input
        inputMode="decimal"
        autoComplete="off"
        {...draft}
        placeholder={usual}
        className="h-11 w-28 flex-none rounded-lg border border-field bg-surface px-3 text-right text-control font-semibold text-ink placeholder:font-normal placeholder:text-ink-3"
      />
    </label>
  );
}

type CostOfOwningProps = { id: string; className: string; onUpgrade: OpenUpgrade };

/** What a car costs a month and over three years, by the figures of the reader. */
export default function CostOfOwning({ id, className, onUpgrade }: CostOfOwningProps) {
  const t = useCostTexts();
  const texts = useTexts();
  const [inputs, change] = useCostInputs();
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.carCost(id, inputs.km),
    queryFn: ({ signal }) =>
      call('GET /api/cars/{id}/cost', { params: { id }, query: { km: String(inputs.km) }, signal }),
    placeholderData: keepPreviousData,
  });
  if (data && 'locked' in data) return null;
  const fields: CostInput[] = ['km', 'insurance', 'inspection', ...(data?.energy ? [data.energy.kind] : [])];
  const usual = (input: CostInput) =>
    data && (input === 'petrol' || input === 'diesel' || input === 'electricity')
      ? formatPrice(data.prices[input].dkk)
      : '–';
  return (
    <section className={className}>
      <h2 className="text-h2 tracking-[-0.03em]">{t.cost.title}</h2>
      <p className="mt-2 mb-6 text-body text-ink-2 print:mb-2">{t.cost.at(formatMileage(inputs.km))}</p>
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px] print:block">
        {data && <CostTable cost={data} inputs={inputs} onUpgrade={onUpgrade} />}
        {!data && !isError && <SkeletonLines count={6} />}
        {isError && !data && (
          <Button look="secondary" onClick={() => void refetch()}>
            {texts.common.tryAgain}
          </Button>
        )}
        <fieldset className="grid content-start gap-3.5 print:hidden">
          <legend className="mb-3 text-h3 font-semibold">{t.cost.yours}</legend>
          {fields.map((input) => (
            <FigureField
              key={input}
              label={t.cost.field[input]}
              figure={inputs[input]}
              write={input === 'km' ? formatNumber : formatPrice}
              usual={usual(input)}
              onChange={(text) => change(input, text)}
            />
          ))}
          <p className="text-meta text-ink-3">{t.cost.kept}</p>
        </fieldset>
      </div>
    </section>
  );
}

/** "15,53" and "5.200": with öre only where there are some. */
const formatPrice = (dkk: number) => formatNumber(dkk, 2);

import type { WireCost } from '#core/contract/routes/car-cost.ts';
import type { CostTexts } from '../../../i18n/cost-texts.ts';
import { formatKroner, formatNumber } from '../../../i18n/format.ts';
import { toHundreds } from '../market-gap.ts';
import { type CostLine, energyPrice, inspectionsAhead } from './cost-lines.ts';
import type { CostInputs } from './cost-memory.ts';

type Said = { t: CostTexts; date: (day: string) => string; today: string };

/** "15,53 kr.": öre count here. */
const exactly = (dkk: number) => `${formatNumber(dkk, 2, 2)} kr.`;
const roughly = (dkk: number) => formatKroner(toHundreds(dkk));

function energyFrom(cost: WireCost, inputs: CostInputs, { t, date }: Said): string {
  const paid = energyPrice(cost, inputs);
  if (!cost.energy || !paid) return t.cost.energyUnknown;
  const unit = t.cost.unit[cost.energy.kind];
  const source = paid.isOwn ? t.cost.ownPrice : `${cost.prices.source}, ${date(cost.prices.date)}`;
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
  return t.cost.lossFrom(date(loss.date), formatKroner(loss.price), roughly(last.low), roughly(last.high));
}

/** Where a line's amount comes from, with its day; or why there is none. */
export function costSource(kind: CostLine['kind'], cost: WireCost, inputs: CostInputs, said: Said): string {
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

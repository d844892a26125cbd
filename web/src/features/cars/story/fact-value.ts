import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { CarTexts } from '../../../i18n/car-texts.ts';
import { formatMileage } from '../../../i18n/format.ts';
import { wordOf } from '../../../i18n/word-of.ts';

/** What ad or register says in a finding, as the reader's language says it: "electric" → "El", "187000" → "187.000 km". */
export function factValue(kind: WireCarDetail['facts'][number]['kind'], value: string, t: CarTexts): string {
  if (kind === 'fuel_differs') return wordOf(t.filters.fuels, value);
  if (kind === 'gearbox_differs') return wordOf(t.filters.gearboxes, value);
  if (kind.startsWith('mileage_') && /^\d+$/.test(value)) return formatMileage(Number(value));
  return value;
}

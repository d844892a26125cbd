import type { WireTold } from '#core/contract/routes/cars.ts';
import type { CarTexts } from '../../../i18n/car-texts.ts';
import { formatMileage } from '../../../i18n/format.ts';
import { wordOf } from '../../../i18n/word-of.ts';

/** What ad or register says in a finding, as the reader's language says it: "electric" → "El", "187000" → "187.000 km". */
export function factValue(
  kind: WireTold['facts'][number]['kind'],
  value: string,
  saidBy: 'ad' | 'register',
  t: CarTexts,
): string {
  if (kind === 'fuel_differs') return wordOf(t.filters.fuels, value);
  if (kind === 'gearbox_differs') return wordOf(t.filters.gearboxes, value);
  if (kind === 'owners_differ')
    return saidBy === 'ad' ? t.car.ownersInAd(Number(value)) : t.car.ownerChanges(Number(value));
  if (kind.startsWith('mileage_') && /^\d+$/.test(value)) return formatMileage(Number(value));
  return value;
}

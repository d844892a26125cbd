import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { formatMileage } from '../../i18n/format.ts';
import type { CarTexts } from '../../i18n/text-parts.ts';

type Words = typeof import('../../i18n/en/viewing.ts').viewing;
type ViewingCheck = keyof Words['checks'];

/** Something to look at, and the stored facts that it follows from; for every car where there are none. */
export type CheckWithReasons = { check: ViewingCheck; because: string[] };

const oldYears = 8;
const manyKm = 100_000;
const ofEveryCar: readonly ViewingCheck[] = ['papers', 'drive', 'electrics', 'tyres', 'service', 'keys'];

type Fields = Pick<WireCarDetail, 'fuel' | 'gearbox' | 'year' | 'mileage' | 'register_state'>;
type FilterWords = Pick<CarTexts['filters'], 'fuels' | 'gearboxes'>;

/** What to look at on this car beyond what was found about it. `today`: "YYYY-MM-DD". */
export function checksOf(car: Fields, words: Words, names: FilterWords, today: string): CheckWithReasons[] {
  const { fuel, gearbox } = car;
  const years = car.year === null ? 0 : Number(today.slice(0, 4)) - car.year;
  const km = typeof car.mileage === 'number' ? car.mileage : 0;
  const age = years >= oldYears && words.because.age(years);
  const mileage = km >= manyKm && formatMileage(km);
  const kind = fuel !== null && names.fuels[fuel];
  const burns = fuel !== null && fuel !== 'electric' && kind;
  const plugs = (fuel === 'electric' || fuel === 'plugin_hybrid') && kind;
  const readings =
    car.mileage === null ? words.because.noMileage : words.because.adMileage(formatMileage(car.mileage));
  const hasNoPlate = car.register_state === 'no_plate' || car.register_state === 'unread';
  const all: [ViewingCheck, ...(string | false)[]][] = [
    ['plate', hasNoPlate && words.because.noPlate],
    ['odometer', readings],
    ['coldStart', burns],
    ['timing', burns && age, burns && mileage],
    ['particleFilter', fuel === 'diesel' && kind],
    ['battery', plugs, fuel === 'hybrid' && kind],
    ['charging', plugs],
    ['automatic', fuel !== 'electric' && gearbox === 'automatic' && names.gearboxes.automatic],
    ['clutch', gearbox === 'manual' && mileage],
    ['rust', age],
  ];
  const own = all.flatMap(([check, ...reasons]): CheckWithReasons[] => {
    const because = reasons.filter((reason) => reason !== false);
    return because.length > 0 ? [{ check, because }] : [];
  });
  return [...own, ...ofEveryCar.map((check) => ({ check, because: [] }))];
}

import type { DemoCar } from '#demo/cars/car.ts';
import { type Era, type Grille, type LookName, looksOf, type ShapeName } from './looks.ts';

/** Of the models that the demo calls SUVs and coupés, those that are drawn smaller or higher. */
const smallSuvs =
  'Puma|2008|Captur|Mokka|Juke|CX-3|Vitara|SX4 S-Cross|Kona|Niro|T-Roc|T-Cross|Kamiq|Q2|Arona|ZS EV|C-HR|Countryman|EQA|C40|Formentor'.split(
    '|',
  );
const pickups = ['Ranger'];
const panelVans = ['Transit Custom', 'Trafic', 'Vivaro', 'Vito', 'Caddy'];
/** What a maker's face is like, in a word: bars for all others. */
const faces: Partial<Record<Grille, readonly string[]>> = {
  slats: [
    'Audi',
    'BMW',
    'Mercedes-Benz',
    'Volvo',
    'Jaguar',
    'Porsche',
    'Saab',
    'Alfa Romeo',
    'DS',
    'Hyundai',
  ],
  mouth: ['Ford', 'Peugeot', 'Citroën', 'Renault', 'Toyota', 'Mazda', 'Kia', 'Nissan', 'Mini', 'Honda'],
};

export function eraOf({ fuel, year }: DemoCar): Era {
  if (fuel === 'electric') return 'electric';
  if (year < 2010) return 'early';
  return year < 2018 ? 'middle' : 'late';
}

function shapeOf({ body, model, year }: DemoCar): ShapeName {
  if (pickups.includes(model)) return 'pickup';
  if (smallSuvs.includes(model)) return 'smallSuv';
  if (body === 'van') return panelVans.includes(model) ? 'van' : 'mpv';
  if (body === 'estate') return year < 2010 ? 'oldEstate' : 'estate';
  if (body === 'motorcycle') throw new Error('Motorcycles have no rendered body');
  return body;
}

/** Where a shape is not rendered in a car's years, the nearest years that are. */
const nearest: Record<Era, readonly Era[]> = {
  early: ['early', 'middle', 'late'],
  middle: ['middle', 'early', 'late'],
  late: ['late', 'middle', 'early'],
  electric: ['electric', 'late', 'middle', 'early'],
};

/** The rendered body that a car is shown with: by its kind, its years and its maker. */
export function bodyOfCar(car: DemoCar): { shape: ShapeName; look: LookName } {
  const shape = shapeOf(car);
  const all = looksOf(shape);
  const era = nearest[eraOf(car)].find((one) => all.some((look) => look.era === one))!;
  const fitting = all.filter((look) => look.era === era);
  const face = Object.entries(faces).find(([, makes]) => makes.includes(car.make))?.[0] ?? 'bars';
  const look = fitting.find(({ grille }) => grille === face) ?? fitting[0]!;
  return { shape, look: look.name };
}

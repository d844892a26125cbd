import type { DemoCar } from './car.ts';
import type { Random } from './random.ts';

export type UnwordedCar = Omit<DemoCar, 'title' | 'description'>;

/** As sellers and DBA write them. */
export const shortMakes: Record<string, string> = {
  Volkswagen: 'VW',
  'Mercedes-Benz': 'Mercedes',
  Škoda: 'Skoda',
  Citroën: 'Citroen',
};
const bodyWords: Record<DemoCar['body'], string> = {
  small: '5d',
  hatch: '5d',
  estate: 'stc. 5d',
  sedan: '4d',
  suv: '5d',
  van: '5d',
  coupe: '2d',
  motorcycle: '',
};

/** "149.900": Danish thousands. */
export function thousands(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, '.');
}

/** "187.xxx km": the seller hides the last three digits. */
export function maskedKm(mileageKm: number): string {
  return `${Math.floor(mileageKm / 1000)}.xxx km`;
}

export function spokenFuel(car: Pick<DemoCar, 'fuel'>): string {
  const words = {
    petrol: 'Benzin',
    diesel: 'Diesel',
    electric: 'El',
    hybrid: 'Hybrid',
    plugin_hybrid: 'Plug-in hybrid',
    gas: 'Gas',
    hydrogen: 'Brint',
  };
  return words[car.fuel];
}

function join(...parts: (string | number | false | undefined)[]): string {
  return parts.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();
}

function trimOf(car: UnwordedCar): string {
  return car.variant.slice(car.engine.label.length).trim();
}

/** The title of the marketplace's vehicle form: "2016 Škoda Octavia · 1.4 TSI Style". */
function formTitle(car: UnwordedCar): string {
  return car.variant
    ? `${car.year} ${car.make} ${car.model} · ${car.variant}`
    : `${car.year} ${car.make} ${car.model}`;
}

const praise = ['Velholdt', 'Pæn', 'Fin', 'Flot', 'Velkørende'];
/** For a car that does not run. */
const faintPraise = ['Pæn', 'Fin', 'Billig'];

/** Whether the ad offers a car that one can drive away in. */
const runs = ({ kind }: UnwordedCar): boolean => kind !== 'defect' && kind !== 'parts';

function sellersTitle(car: UnwordedCar, random: Random): string {
  const make = shortMakes[car.make] ?? car.make;
  const engine = random.chance(0.7) ? car.engine.label.replace('.', ',') : car.engine.label;
  const automatic = car.gearbox === 'automatic' && car.fuel !== 'electric' && 'aut.';
  const body = bodyWords[car.body];
  const forms = [
    join(make, car.model, engine, car.engine.horsepower, trimOf(car), automatic, body),
    join(make, car.model, engine, trimOf(car), car.year),
    join(car.make, car.model, engine, trimOf(car), automatic, `årg. ${car.year}`),
    join(make, car.model, trimOf(car), body),
    join(random.pick(runs(car) ? praise : faintPraise), make, car.model, engine, trimOf(car)),
  ];
  return random.pick(forms);
}

export function writeTitle(car: UnwordedCar, random: Random): string {
  const plainItem = car.quirks.includes('plain_item');
  const title = !plainItem && random.chance(0.55) ? formTitle(car) : sellersTitle(car, random);
  switch (car.kind) {
    case 'leasing':
      return `${title} – leasing ${thousands(car.askingPrice.amount)} kr./md`;
    case 'ex_vat':
      return `${title} ekskl. moms`;
    case 'wanted':
      return `Købes: ${sellersTitle(car, random)}`;
    case 'parts':
      return `${sellersTitle(car, random)} sælges til dele`;
    case 'defect':
      return `${sellersTitle(car, random)} – ${random.pick(car.fuel === 'electric' ? ['defekt'] : ['motorskade', 'defekt gearkasse'])}`;
    default:
      return title;
  }
}

function mileageWords(car: UnwordedCar, random: Random): string {
  if (car.quirks.includes('masked_mileage')) return maskedKm(car.mileageKm);
  return random.pick([
    `${thousands(car.mileageKm)} km`,
    `km-stand ${thousands(car.mileageKm)}`,
    `${Math.round(car.mileageKm / 1000)} t.km`,
    `kørt ${thousands(Math.round(car.mileageKm / 1000) * 1000)} km`,
  ]);
}

/** The facts as a line or a list; a plain item has them nowhere else. */
function factsText(car: UnwordedCar, random: Random): string {
  const [year = '', month = ''] = car.firstRegistration.split('-');
  const facts = [
    random.pick([`Årgang ${car.year}`, `1. reg. ${month}/${year}`, `Fra ${car.year}`]),
    mileageWords(car, random),
    spokenFuel(car),
    car.gearbox === 'automatic'
      ? random.pick(['Automatgear', 'automatisk gear'])
      : random.pick(['Manuelt gear', '5 gear', '6 gear manuel']),
    `${car.engine.horsepower} hk`,
    ...(car.kmPerLitre ? [`${String(car.kmPerLitre).replace('.', ',')} km/l`] : []),
  ];
  return car.sellerType === 'dealer' ? facts.map((fact) => `• ${fact}`).join('\n') : `${facts.join(', ')}.`;
}

function intro(car: UnwordedCar, random: Random): string {
  const name = `${shortMakes[car.make] ?? car.make} ${car.model}`;
  if (car.sellerType === 'dealer') {
    return random.pick([
      `Flot ${name} ${car.variant} klar til levering.`,
      `${name} i ${car.paint.danish.toLowerCase()} – se udstyret herunder.`,
      `Nyhed i butikken: ${name} ${car.variant}.`,
    ]);
  }
  if (car.kind === 'wanted') return `Jeg leder efter en ${name}.`;
  if (!runs(car))
    return random.pick([`${name} sælges, som den står.`, `Jeg opgiver min ${name} og sælger den billigt.`]);
  return random.pick([
    `Sælger min ${name}, da jeg har fået firmabil.`,
    `Vores ${name} skal have et nyt hjem. Familien er vokset ud af den.`,
    `${name} sælges. Kører rigtig godt og har altid været passet.`,
    `Jeg sælger min trofaste ${name}.`,
    `Velholdt ${name} sælges, da vi skal have noget større.`,
    `Min mors ${name} sælges. Har stået i garage hver nat.`,
  ]);
}

const beltChangedAtKm = 120_000;
/** Newer engines have a chain, or a belt that lasts longer. */
const lastBeltYear = 2017;

/** A car is inspected for the first time after four years: younger ones have nothing to boast of. */
const firstUninspectedYear = 2022;

function condition(car: UnwordedCar, random: Random): string {
  const mayBeFresh = car.year < firstUninspectedYear && car.twist !== 'overdue_inspection';
  const fresh = car.twist === 'claims_fresh_inspection' || (random.chance(0.12) && mayBeFresh);
  const hasOldBelt =
    ['petrol', 'diesel'].includes(car.fuel) && car.mileageKm > beltChangedAtKm && car.year <= lastBeltYear;
  const sentences = [
    `${car.owners === 1 ? 'Kun én ejer' : `${car.owners} ejere`}.`,
    ...(fresh ? ['Nysynet.'] : []),
    ...(car.kind === 'defect' ? ['Den kan ikke køre selv og skal hentes på trailer.'] : []),
    ...(car.kind === 'parts'
      ? [`Sælges til reservedele, ${car.fuel === 'electric' ? 'batteriet' : 'motoren'} er solgt.`]
      : []),
    ...(car.kind === 'wanted' ? ['Søger en som denne, gerne med få kilometer. Kontant betaling.'] : []),
    random.pick([
      'Servicebog og alle kvitteringer haves.',
      ...(hasOldBelt ? [`Tandrem skiftet ved ${thousands(beltChangedAtKm)}.`] : ['Nye viskerblade.']),
      'Nye bremser hele vejen rundt.',
      'Lidt parkeringsbuler, ellers pæn.',
      'Ingen rust.',
      'Sommer- og vinterhjul medfølger.',
      'Ikkeryger.',
      'Serviceret hvert år.',
    ]),
  ];
  return sentences.join(' ');
}

function priceWords(car: UnwordedCar): string {
  if (car.kind === 'leasing')
    return `Privatleasing: ${thousands(car.askingPrice.amount)} kr./md. Udbetaling 29.995 kr.`;
  if (car.kind === 'ex_vat') return 'Prisen er ekskl. moms. Kan leveres til erhverv.';
  if (car.kind === 'foreign_price') return 'Prisen er i euro, bilen står nær grænsen.';
  return '';
}

export function writeDescription(car: UnwordedCar, random: Random): string {
  const paragraphs = [
    intro(car, random),
    factsText(car, random),
    condition(car, random),
    car.equipment.length > 0 && random.chance(0.75)
      ? `Udstyr: ${random.sample(car.equipment, 9).join(', ').toLowerCase()}.`
      : '',
    priceWords(car),
    car.sellerType === 'dealer'
      ? random.pick([
          'Vi tager gerne din bil i bytte og finder en finansiering.',
          'Ring og aftal en prøvetur. Åbent alle hverdage 9–17.',
        ])
      : random.pick([
          `Kan ses i ${car.place.name}.`,
          'Skriv for fremvisning.',
          'Seriøse henvendelser, tak.',
          'Fast pris.',
          'Kom med et bud.',
        ]),
  ];
  return paragraphs.filter(Boolean).join('\n\n');
}

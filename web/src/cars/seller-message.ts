import { type FindingKind, findingsIn } from '#core/cars/findings.ts';
import { isPriceOfCar } from '#core/cars/price-drop.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { ListingFlag } from '#core/marketplaces/ad/listing.ts';
import { formatKroner } from '../i18n/format.ts';
import { findableOf } from '../register/findings.tsx';

type Words = typeof import('../i18n/en/seller-message.ts').sellerMessage;
export type SellerQuestion = keyof Words['questions'];

/** Marketplaces' own message fields take more, but nobody reads more. */
export const mostSellerMessage = 600;

/** The question that clears a finding up; null where the seller cannot answer it. */
const questionOf: Readonly<Record<FindingKind | ListingFlag, SellerQuestion | null>> = {
  theft: 'papers',
  written_off: 'papers',
  bankruptcy: 'papers',
  blocked: 'papers',
  plate_unknown: 'certificate',
  mileage_not_logical: 'mileage',
  mileage_noted: 'mileage',
  mileage_below_inspection: 'mileage',
  mileage_readings_differ: 'mileage',
  mileage_unclear: 'mileage',
  mileage_low_for_age: 'mileage',
  doubtful_mileage: 'mileage',
  make_differs: 'model',
  model_differs: 'model',
  year_differs: 'model',
  year_unclear: 'model',
  fuel_differs: 'model',
  gearbox_differs: 'model',
  owners_differ: 'owners',
  inspection_due: 'inspectionAhead',
  inspection_overdue: 'inspectionAhead',
  claims_fresh_inspection: 'inspection',
  fresh_inspection: 'inspection',
  no_inspection: 'inspection',
  fresh_inspection_confirmed: null,
  faults: 'faults',
  faults_repaired: null,
  defect: 'defect',
  deregistered: 'registered',
  no_plates: 'registered',
  leasing: 'leasing',
  down_payment: 'leasing',
  debt: 'debt',
  imported: 'imported',
  hard_use: 'use',
  insurance_gap: 'stood',
  recall: 'recall',
  ex_vat: 'price',
  ex_tax: 'price',
  wholesale: 'price',
  placeholder_price: 'price',
  foreign_currency: 'price',
  conditions_unread: null,
  not_a_car: null,
  wanted: null,
  parts: null,
};

/** `today`: "YYYY-MM-DD". Plates are hidden from who is not signed in. */
type Reader = { today: string; isSignedIn: boolean };

/** The questions about this car, the weightiest first; each follows from a finding or from what is not known. */
export function questionsAbout(car: WireCarDetail, { today, isSignedIn }: Reader): SellerQuestion[] {
  const found = findingsIn(findableOf(car), today).map(({ kind }) => questionOf[kind]);
  const unknown: (SellerQuestion | false)[] = [
    !isPriceOfCar(car.price, car.deal_reason) && 'price',
    isSignedIn && car.plate === null && 'plate',
    car.fuel === 'electric' && 'battery',
    'service',
  ];
  const questions = new Set([...found, ...unknown].filter((each): each is SellerQuestion => !!each));
  // Who asks about the faults of the last inspection knows when it was.
  if (questions.has('faults')) questions.delete('inspection');
  return [...questions];
}

/** A message to the seller, of stored facts alone, with as many questions as fit. */
export function sellerMessage(car: WireCarDetail, words: Words, reader: Reader): string {
  const price = isPriceOfCar(car.price, car.deal_reason) ? formatKroner(car.price) : null;
  const name = [car.brand, car.model, car.year].filter(Boolean).join(' ') || car.title;
  const write = (questions: readonly SellerQuestion[]) =>
    [
      `${words.greeting}`,
      words.interest(name, price),
      ...questions.map((question) => words.questions[question]),
      words.visit,
      words.end,
    ].join('\n');
  const questions = questionsAbout(car, reader);
  while (questions.length > 0 && write(questions).length > mostSellerMessage) questions.pop();
  return write(questions).slice(0, mostSellerMessage);
}

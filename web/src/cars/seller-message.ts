import { type FindingKind, findingsIn } from '#core/cars/findings.ts';
import { isPriceOfCar } from '#core/cars/price-drop.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { ListingFlag } from '#core/marketplaces/ad/listing.ts';
import type { Language } from '#core/shared.ts';
import { formatKroner } from '../i18n/format.ts';
import { findableOf } from '../register/findings.tsx';

/** Questions to a seller, each for something to clear up. They ask and never accuse. */
const en = {
  greeting: 'Hi',
  interest: (title: string, price: string | null) =>
    `I am interested in your ${title}${price === null ? '' : ` (${price})`}. Is it still for sale?`,
  questions: {
    papers: 'Is there anything in the car’s papers that I should know before we meet?',
    model: 'What model, year and fuel does the registration certificate say?',
    certificate: 'May I see the registration certificate before we meet?',
    mileage: 'What does the odometer show today, and are there invoices with mileages on them?',
    owners: 'How many owners has it had?',
    inspection: 'When was it last inspected, and were there any remarks?',
    inspectionAhead: 'Will it be inspected before you sell it?',
    faults: 'Has what the last inspection found been repaired, and is there an invoice?',
    registered: 'Is it registered at the moment, or must it be inspected first?',
    leasing: 'Is it leased, and is the registration tax paid in full?',
    debt: 'Is there any debt or reservation of title on it, and will it be settled before I take over the car?',
    imported: 'Do you have the papers from the import?',
    use: 'What has it been used for, and how was it serviced?',
    stood: 'Has it stood still for a longer time?',
    recall: 'Was the recall carried out at a workshop?',
    price: 'What do you ask for it in all, with tax and VAT?',
    defect: 'What is wrong with it, and has a workshop looked at it?',
    plate: 'What is the number plate?',
    battery: 'Has the battery’s health been measured?',
    service: 'Is the service book complete, and when was the last service?',
  },
  visit: 'When could I come and see it?',
  end: 'Best regards',
};

type Words = typeof en;
type SellerQuestion = keyof Words['questions'];

const da: Words = {
  greeting: 'Hej',
  interest: (title: string, price: string | null) =>
    `Jeg er interesseret i din ${title}${price === null ? '' : ` (${price})`}. Er den stadig til salg?`,
  questions: {
    papers: 'Er der noget i bilens papirer, som jeg bør vide, før vi mødes?',
    model: 'Hvad står der på registreringsattesten om model, årgang og drivmiddel?',
    certificate: 'Må jeg se registreringsattesten, før vi mødes?',
    mileage: 'Hvad viser kilometertælleren i dag, og er der regninger, hvor kilometertallet står?',
    owners: 'Hvor mange ejere har den haft?',
    inspection: 'Hvornår var den sidst til syn, og var der bemærkninger?',
    inspectionAhead: 'Bliver den synet, før du sælger den?',
    faults: 'Er det, som seneste syn fandt, udbedret, og er der en regning?',
    registered: 'Er den indregistreret nu, eller skal den synes først?',
    leasing: 'Er den leaset, og er registreringsafgiften betalt fuldt ud?',
    debt: 'Er der gæld i bilen, og bliver den indfriet, før jeg overtager bilen?',
    imported: 'Har du papirerne fra importen?',
    use: 'Hvad har den været brugt til, og hvordan er den serviceret?',
    stood: 'Har den stået stille i længere tid?',
    recall: 'Er tilbagekaldelsen udført på et værksted?',
    price: 'Hvad skal du have for den i alt, med afgift og moms?',
    defect: 'Hvad er der galt med den, og har et værksted set på den?',
    plate: 'Hvad står der på nummerpladen?',
    battery: 'Er batteriets tilstand målt?',
    service: 'Er servicebogen fuldt ført, og hvornår var seneste service?',
  },
  visit: 'Hvornår kan jeg komme og se den?',
  end: 'Venlig hilsen',
};

/** A message is written in the language that the reader chooses for it, whatever the app speaks. */
export const messageWords: Record<Language, Words> = { en, da };

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

import type { Fuel, ListingFlag } from '#core/marketplaces/ad/listing.ts';
import type { FindingKind } from './findings.ts';

/** The Danish counterpart of `englishFindings`. */
export const danishFindings: Readonly<Record<FindingKind, string>> = {
  make_differs: 'Mærket afviger fra registret',
  model_differs: 'Modellen afviger fra registret',
  year_differs: 'Årgangen afviger fra registret',
  fuel_differs: 'Drivmidlet afviger fra registret',
  gearbox_differs: 'Gearet afviger fra registret',
  mileage_below_inspection: 'Kilometertallet er lavere end en tidligere aflæsning',
  mileage_readings_differ: 'Annoncen nævner to forskellige kilometertal',
  mileage_unclear: 'Annoncens kilometertal er uklart',
  year_unclear: 'Annoncens årgang er uklar',
  mileage_low_for_age: 'Kilometertallet er usædvanligt lavt for alderen',
  inspection_overdue: 'Synet er overskredet',
  claims_fresh_inspection: 'Kun annoncen kalder bilen nysynet',
  deregistered: 'Bilen er afmeldt',
  leasing: 'Bilen er registreret som leaset',
  debt: 'Der er registreret gæld i bilen',
  imported: 'Bilen er importeret',
  mileage_not_logical: 'Aflæsningerne af kilometertallet passer ikke sammen',
  mileage_noted: 'En synsrapport markerer et kilometertal som usædvanligt',
  theft: 'Bilen er meldt stjålet',
  bankruptcy: 'Der er registreret en konkurs',
  blocked: 'Bilen er spærret i registret',
  hard_use: 'Bilen er registreret til brug for mange førere',
  faults: 'Seneste syn fandt fejl',
  faults_repaired: 'Seneste syn fandt fejl, og bilen blev godkendt efter omsyn',
  inspection_due: 'Bilen skal snart synes',
  insurance_gap: 'Bilen har stået uden forsikring',
  recall: 'Producenten har tilbagekaldt bilen',
  written_off: 'Bilen er registreret som totalskadet eller skrottet',
  plate_unknown: 'Registret kender ikke nummerpladen',
  owners_differ: 'Registret kender flere ejere, end annoncen nævner',
  fresh_inspection_confirmed: 'Bilen er nysynet, som annoncen siger',
};

/** The Danish counterpart of `englishCautions`. */
export const danishCautions: Readonly<Record<ListingFlag, string>> = {
  defect: 'Annoncen nævner en fejl',
  imported: 'Ifølge annoncen er bilen importeret',
  no_inspection: 'Ifølge annoncen har bilen ikke gyldigt syn',
  fresh_inspection: 'Ifølge annoncen er bilen nysynet',
  parts: 'Annoncen nævner reservedele',
  leasing: 'Annoncen nævner leasing',
  ex_vat: 'Prisen er uden moms eller afgift',
  placeholder_price: 'Prisen er måske ikke den rigtige',
  foreign_currency: 'Prisen er i en anden valuta',
  doubtful_mileage: 'Kilometertallet er måske ikke det rigtige',
  down_payment: 'Prisen er kun en udbetaling',
  no_plates: 'Ifølge annoncen er bilen uden plader',
  conditions_unread: 'Vi har ikke læst annoncens egne ord',
  wanted: 'Annoncen er måske en efterlysning',
  not_a_car: 'Det er måske ikke en personbil',
};

/** The register's words for fuels, as the field `drivkraft_type_navn` of docs/spec.md has them. */
export const danishFuels: Readonly<Record<Fuel, string>> = {
  petrol: 'Benzin',
  diesel: 'Diesel',
  electric: 'El',
  plugin_hybrid: 'Plug-in hybrid',
  hybrid: 'Hybrid',
  gas: 'Gas',
  hydrogen: 'Brint',
};

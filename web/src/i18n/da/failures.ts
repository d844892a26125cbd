import { marketplaceNames } from '#core/marketplaces/marketplace-id.ts';
import { oneOf } from '#core/shared.ts';

/** One sentence for each failure code of the service. */
export const failures = {
  invalid_input: 'Noget af det, du skrev, kunne ikke forstås. Tjek det og prøv igen.',
  not_authenticated: 'Log ind for at fortsætte.',
  forbidden: 'Det har din konto ikke adgang til.',
  not_found: 'Det kunne vi ikke finde. Det er måske blevet fjernet.',
  conflict: 'Det blev ændret i samme øjeblik et andet sted. Prøv igen.',
  limit_reached: 'Du har brugt månedens importer. Med Premium er der ingen grænse.',
  too_many_requests: 'Det var meget på én gang. Vent et minut og prøv igen.',
  payload_too_large: 'Filen er for stor.',
  unsupported_media_type: 'Den slags fil kan ikke læses.',
  not_configured: 'Denne del af tjenesten er ikke slået til her.',
  unavailable: 'Der er travlt lige nu. Prøv igen om et øjeblik.',
  internal: 'Noget gik galt hos os. Prøv igen.',
  offline: 'Ingen forbindelse. Tjek dit netværk og prøv igen.',
  link_blank: 'Indsæt et link først.',
  link_invalid: 'Her er ingen webadresse. Kopiér adressen fra browseren, og sæt hele adressen ind.',
  link_foreign_host: `Linket fører ikke til et sted, Bilfund læser: ${oneOf(Object.values(marketplaceNames), 'eller')}.`,
  link_no_search:
    'Der er ingen søgning i linket endnu. Søg efter biler dér (et mærke, en pris eller et ord), og kopiér så adressen.',
  link_no_place: 'Linket siger ikke, hvor der skal søges. Vælg en by på Marketplace, og kopiér så adressen.',
  link_former: 'Det er en gammel adresse på DBA. Lav søgningen igen på DBA, og kopiér den nye adresse.',
  link_favourites: 'En favoritliste kan ikke importeres. Kopiér adressen på en søgning eller en enkelt bil.',
  link_group:
    'Grupper kan ikke importeres. Kopiér adressen på en søgning på Marketplace eller på en enkelt bil dér.',
  link_by_hand:
    'Bilfund besøger ikke selv det sted. Åbn siden dér i din egen browser, og tryk på Bilfund-knappen.',
  link_unsupported_path:
    'Siden er hverken en søgning efter biler eller en enkelt bil. Kopiér adressen på en af dem.',
  link_not_search:
    'Kun en søgning kan gentages, ikke en enkelt bil og ikke et delt link. Kopiér adressen på søgningen.',
  too_many_lists: 'Du kan ikke have flere lister. Slet en, før du opretter en ny.',
  list_full: 'Listen er fuld. Fjern en bil fra den, eller lav en ny liste.',
  too_many_saved_searches: 'Du kan ikke have flere gemte søgninger. Slet en, før du gemmer en ny.',
  address_refused: 'Skriv en offentlig https://-adresse uden portnummer.',
  too_many_devices: 'Du kan højst få push på ti enheder. Fjern en af dem først.',
  too_many_imports: 'Dine tidligere importer er stadig i gang. Start den næste, når en af dem er færdig.',
  import_running: 'En import er allerede i gang. Det kan tage et minut.',
  page_not_recognised: 'Filen er ikke en gemt side fra Marketplace. Gem selve søgesiden, og slip den her.',
  plate_unknown: 'Motorregistret kender ingen bil med den nummerplade. Tjek den og prøv igen.',
  register_silent: 'Motorregistret svarer ikke lige nu. Prøv igen om et par minutter.',
  page_too_large: 'Den gemte side er for stor. Gem den som ”Kun HTML”.',
  user_exists: 'Der findes allerede en konto med denne e-mail.',
  user_not_confirmed: 'Din konto er ikke bekræftet endnu. Skriv koden fra vores e-mail.',
  wrong_credentials: 'Forkert e-mail eller adgangskode.',
  code_mismatch: 'Koden passer ikke. Brug den nyeste e-mail i den browser, hvor du bad om koden.',
  code_expired: 'Koden er udløbet. Bed om en ny.',
  password_policy: 'Adgangskoden skal være på mindst 6 tegn',
  password_easy: 'Den adgangskode er let at gætte. Vælg en anden.',
  session_expired: 'Du er blevet logget ud. Log ind igen.',
  already_subscribed: 'Du har allerede dette abonnement.',
  already_owned: 'Det har du allerede købt.',
  no_subscription: 'Du har ikke et abonnement, der kan ændres.',
  no_purchases: 'Du har ikke købt noget endnu.',
  promotion_code_invalid: 'Koden gælder ikke, eller den dækker ikke hele prisen.',
};

import { browserInterval, browserPagesPerDay } from '#core/imports/own-page.ts';
import { marketplaceNames } from '#core/marketplaces/marketplace-id.ts';
import { joinNames } from '#core/shared.ts';
import { count } from '../format.ts';

const someMarketplace = joinNames(Object.values(marketplaceNames), 'eller');

/** The page that explains the button. */
export const buttonPage = {
  title: 'Bilfund-knappen',
  lead: `Markedspladserne viser dig mere, end de viser os. Knappen ligger blandt dine bogmærker. Tryk på den, når du har en søgning eller en annonce åben på ${someMarketplace}, så vurderer vi de biler, du ser.`,
  extension: 'På en computer gør browserudvidelsen det af sig selv',
  getTitle: 'Føj den til dine bogmærker',
  bookmark: 'Vurdér med Bilfund',
  drag: 'Træk knappen op på din bogmærkelinje.',
  showBar: 'Kan du ikke se linjen? Ctrl + Shift + B viser den, på en Mac Cmd + Shift + B.',
  notHere: 'Træk den op på bogmærkelinjen. Du skal trykke på den på markedspladsens side, ikke her.',
  loading: 'Henter knappen …',
  failed: 'Knappen kunne ikke hentes.',
  howTitle: 'Sådan bruger du den',
  step1Title: 'Søg, og rul ned',
  step1Text: 'På markedspladsen, som du plejer. Knappen tager de biler med, der er hentet frem.',
  step2Title: 'Tryk på knappen',
  step2Text:
    'Et vindue med Bilfund åbner, fortæller, hvor mange biler det fik, og spørger, om de skal vurderes.',
  step3Title: 'Åbn en annonce, og tryk igen',
  step3Text:
    'Så får bilen sin beskrivelse og alle sine billeder og tit også nummerplade og tal fra motorregistret.',
  tryTitle: 'Prøv den først',
  tryText:
    'Bilfund har sin egen demomarkedsplads med opfundne biler. Åbn en søgning dér, og tryk på knappen.',
  tryLink: 'Åbn demosøgningen',
  takesTitle: 'Det læser den',
  takes:
    'Annoncerne på siden: titel, pris, sted, kilometer, beskrivelse og billeder. Intet om, hvem der sælger, eller hvem du er: ingen navne, ingen id-numre, ingen beskeder, ingen cookies. Den gør kun noget, når du trykker, og rører ikke din konto.',
  keeps:
    'Bilerne vises kun til dig. Det første tryk i en time tæller som én import; resten af timen er gratis.',
  failsTitle: 'Hvis der ikke sker noget',
  failsText:
    'I nogle browsere og på nogle arbejdscomputere virker den slags bogmærker ikke, og telefoner har ingen bogmærkelinje. Gem så siden i stedet (Ctrl + S, ”Kun HTML”), og slip filen hos Bilfund. Den bliver læst på samme måde.',
  failsSignedOut: 'Log ind for at slippe en fil',
  blocked:
    'Din browser spærrede for vinduet med Bilfund. Tillad pop op-vinduer for denne side, og tryk på knappen igen.',
};

/** The recipe of an iPhone's Shortcut; a step's address stands below it. */
export const shortcut = {
  title: 'På iPhone: del med Bilfund',
  lead: 'Lav den én gang i Apples app Genveje, så står Bilfund blandt de steder, du kan dele en søgning eller en annonce med.',
  steps: (address: string): [text: string, address?: string][] => [
    ['Åbn Genveje, tryk på + øverst, derefter på navnet øverst, og omdøb den til ”Bilfund”.'],
    ['Tryk på i’et i cirklen nederst, og slå ”Vis på deleark” til. Tryk på OK.'],
    ['Nu er der et første trin: ”Modtag … fra Deleark”. Tryk på de blå ord, og behold kun URL’er og Tekst.'],
    ['Søg efter handlingen ”Kod URL” (”URL Encode”), og tilføj den. Den skal virke på ”Input til genvej”.'],
    ['Tilføj handlingen ”Åbn URL’er”, og skriv denne adresse i den:', address],
    [
      'Vælg lige efter adressen variablen ”URL-kodet tekst” (”URL Encoded Text”) over tastaturet. Tryk på OK.',
    ],
  ],
  use: 'Fra da af: Del, og så Bilfund. Linket venter i importfeltet. Er Bilfund ikke på listen, så rul ned, og tryk på ”Rediger handlinger”.',
};

/** The window in which the button's cars arrive. */
export const receive = {
  title: 'Biler fra knappen',
  waiting: 'Venter på bilerne …',
  waitingText: 'De er på vej fra den side, hvor du trykkede på knappen. Lad den være åben.',
  cars: (cars: number, from: string) => `${count(cars, 'bil', 'biler')} fra ”${from}”`,
  ad: (title: string) => `Annoncen ”${title}”`,
  searchText: 'Læst på den side, du har åben. Kun du ser dem her.',
  adText:
    'Læst i den annonce, du har åben: Beskrivelse og billeder lægges til bilen, hvis du har den i forvejen. Kun du ser den.',
  more: (cars: number) => `og ${count(cars, 'bil', 'biler')} til`,
  onlyFirst: (cars: number) =>
    `En import tager de første ${cars}. Gør søgningen smallere for at få resten med.`,
  rate: (cars: number) => `Vurdér ${count(cars, 'bil', 'biler')}`,
  rateAd: 'Vurdér bilen',
  sending: 'Sender …',
  discard: 'Nej, kassér dem',
  discarded: 'Bilerne er kasseret. Intet blev sendt.',
  cost: 'Det første tryk i en time tæller som én import, resten af timen er gratis.',
  signIn: 'Log ind, så bliver de vurderet. De venter i denne fane i op til en time.',
  notKept: 'Din browser gemmer intet for denne side. Log ind her først, og tryk så på knappen igen.',
  started: (cars: number) => `${count(cars, 'bil', 'biler')} bliver vurderet`,
  startedText: 'De vurderes én for én. Søg bare videre i det andet vindue imens.',
  see: 'Se bilerne',
  back: 'Tilbage til markedspladsen',
  aboutButton: 'Om knappen',
  newButton: 'Hent den nye knap',
  fileTitle: 'Det virker altid',
};

/** Why nothing was taken: what happened, and what to do. */
export const refused = {
  foreign_origin: `Det her kom ikke fra ${someMarketplace}, så vi tog ikke imod noget. Tryk på knappen på en søgning eller en annonce dér.`,
  wrong_nonce: 'Bilerne hører til et andet tryk på knappen. Tryk en gang til.',
  old_button: 'Din knap er fra før, vi lavede den om. Skift bogmærket ud med det nye, og tryk på det.',
  too_large:
    'Det var langt mere, end der kan stå på en markedsplads’ side, så vi tog ikke imod noget. Genindlæs siden, og tryk på knappen igen.',
  too_many:
    'Det var over 500 biler på én gang, så vi tog ikke imod noget. Gør søgningen smallere, og tryk på knappen igen.',
  not_understood:
    'Vi forstod ikke det, knappen sendte. Genindlæs siden her, og tryk igen. Hjælper det ikke, så lav bogmærket på ny.',
  elsewhere: `Du trykkede ikke på knappen på en søgning eller en annonce. Åbn en på ${someMarketplace}, og tryk dér.`,
  ad_removed: 'Markedspladsen siger, at annoncen ikke findes længere.',
  ad_not_loaded: 'Annoncens oplysninger lå ikke på siden. Genindlæs annoncen (F5), og tryk på knappen igen.',
  page_outdated:
    'De biler, du ser, er ikke i de data, siden blev hentet med. Genindlæs den (F5), og tryk på knappen igen. Hjælper det ikke, så gem siden, og slip filen her.',
  no_cars: 'Der var ingen biler på siden. Vent, til de er kommet frem, og tryk på knappen igen.',
  used: 'Dette tryk er allerede brugt. Tryk på knappen igen for at få det med, du ser nu.',
  expired: 'Bilerne ventede en time og er væk nu. Tryk på knappen igen.',
  no_button: `Her vises bilerne, når du trykker på Bilfund-knappen på ${someMarketplace}.`,
  no_window:
    'Din browser holdt vinduet adskilt fra markedspladsen, så bilerne kunne ikke overføres. Din side er stadig åben: Gem den, og slip filen her.',
  silent:
    'Der kom ingen biler. Måske er siden, du kom fra, blevet lukket eller skiftet. Tryk på knappen igen, eller gem siden, og slip filen her.',
};

/** The page that explains the browser extension and connects a browser. */
export const extensionPage = {
  title: 'Bilfund i din browser',
  lead: `Udvidelsen skriver Bilfunds vurdering ved hver bil, du ser på ${someMarketplace}, og åbner dine søgninger igen, mens din browser kører, så du får besked om nye biler og lavere priser.`,
  connectTitle: 'Forbind denne browser',
  absent:
    'Udvidelsen er ikke i denne browser. Den er til Chrome, Edge og Firefox på en computer og ligger ikke i deres butikker endnu: Den, der driver dette websted, kan bygge den og give dig den. Indtil da, og på telefoner, er der knappen.',
  signIn: 'Udvidelsen er her. Log ind for at forbinde den med din konto.',
  connectText:
    'Den får sin egen adgangsnøgle, som den kan sende biler, læse vurderinger og starte eller stoppe automatiske søgninger med, og ikke andet. Du kan altid tilbagekalde den.',
  connecting: 'Forbinder …',
  notTaken:
    'Udvidelsen tog ikke imod sin adgangsnøgle, så browseren er ikke forbundet. Genindlæs siden, og forbind igen.',
  paired: 'Browseren er forbundet. Åbn en bilsøgning på en markedsplads, så kommer vurderingerne frem.',
  tokenName: 'Browserudvidelse',
  tokens: 'Se og tilbagekald adgangsnøgler i din profil',
  watchTitle: 'Følg en søgning',
  doesTitle: 'Hvad den gør',
  does: [
    'Viser vurdering, pris i forhold til markedet og antallet af ting at undersøge, så langt din plan viser dem.',
    `Åbner en søgning, du vælger, i en fane i baggrunden, fra hvert ${browserInterval.least}. minut til én gang om dagen; højst ${browserPagesPerDay} sider om dagen og ingen om natten.`,
    'Fører log over alt, hvad den gør, og kan slås fra for hvert websted.',
  ],
  neverTitle: 'Hvad den aldrig gør',
  never: [
    'Logger ind, skriver til nogen, ruller eller trykker på noget på en markedsplads.',
    'Sender noget om sælgere eller om dig: kun det, der beskriver bilen.',
    'Fortsætter, hvor et websted beder om login eller spørger, om du er et menneske. Den stopper dér og giver dig besked.',
  ],
};

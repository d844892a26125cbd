import { count } from '../format.ts';
import { shareOf } from './share-of.ts';

export const firstOffer = {
  title: 'Et første bud',
  lead: 'Et tal at begynde med. Hvad biler ender med at koste, bliver ikke offentliggjort.',
  fixed: 'Sælgeren skriver, at prisen er fast.',
  similar: (cheaper: number, total: number) =>
    `Når forskellene er regnet med, er ${shareOf(cheaper, total, 'lignende bil', 'lignende biler')} til salg for mindre, eller var det, da vi sidst så ${cheaper > 1 ? 'dem' : 'den'}.`,
  gone: (cars: number) =>
    `${count(cars, 'af dem er', 'af dem er')} ikke længere til salg: Her gælder den sidste pris i annoncen.`,
  value: 'Det er markedsværdien, rundet ned: Vi har set for få lignende biler til at sige mere.',
  capped: 'Det er markedsværdien, rundet ned; midten af de lignende biler ligger over den.',
  asked: 'Det er sælgerens pris: Intet hos de lignende biler, vi har set, taler for en lavere pris.',
  below: 'Det er sælgerens pris, og den ligger under markedsværdien.',
  notAbove: 'Det er sælgerens pris, og den er ikke højere end markedsværdien.',
  long: ({ days, isAgeKnown, isUsualKnown }: { days: number; isAgeKnown: boolean; isUsualKnown: boolean }) =>
    `Udbudt i ${isAgeKnown ? '' : 'mindst '}${count(days, 'dag', 'dage')}${isUsualKnown ? ', længere end normalt' : ''}.`,
  dropped: (amount: string) => `Prisen er sat ned med ${amount}`,
  range: (low: string) => `Markedsintervallet begynder ved ${low}`,
  cuts: (tenths: number, ads: number) =>
    `Af annoncer som denne (tid til salg, pris i forhold til markedet, sælgertype) blev ${tenths === 0 ? 'færre end 1 ud af 20' : `ca. ${tenths} ud af 10`} sat ned i pris inden for 14 dage, hvis de stod der så længe: optalt på mindst ${count(ads, 'annonce', 'annoncer')}.`,
  cutsOrEnds: (cut: number, ended: number, ads: number) =>
    `Af annoncer som denne (tid til salg, pris i forhold til markedet, sælgertype) blev ${cut === 0 ? 'færre end 1 ud af 20' : `ca. ${cut} ud af 10`} sat ned i pris inden for 14 dage, og ${ended === 0 ? 'færre end 1 ud af 20' : `ca. ${ended} ud af 10`} var væk uden først at være sat ned: optalt på mindst ${count(ads, 'annonce', 'annoncer')}.`,
  toPayTitle: 'Træk fra',
  toPay: {
    faults: 'Hvad det koster at udbedre det, som sidste syn fandt.',
    inspection_overdue: 'Hvad det overskredne syn koster, og hvad det kan vise.',
    inspection_due: 'Hvad det kommende syn koster, og hvad det kan vise.',
    no_inspection: 'Hvad et syn koster, og hvad det kan vise.',
    deregistered: 'Hvad nummerplader koster, før den må køre, og et syn, hvis den skal have et.',
    no_plates: 'Hvad syn og nummerplader koster, før den må køre.',
  },
  unknownCost: 'Hvad det koster, ved vi ikke: Spørg et værksted eller en synshal.',
  heavy: 'Få først styr på punkterne under ”Få det afklaret først”. Indtil da foreslår vi intet bud.',
};

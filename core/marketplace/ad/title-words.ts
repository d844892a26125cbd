const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Words of Danish ads that mean themselves, however near they lie to a name: no slip is looked for in them. */
export const plainWords = words(`
  januar februar marts april juni juli august september oktober november december romeo luksus passet passer panser ekstra style model modeller bilen minde mester poloer sport smart leder vekter volver
  auto automat automatik automatgear benzin diesel elbil hybrid electric elektrisk turbo stationcar stationsvogn combi kombi
  coupe cabriolet cabrio roadster sedan limousine tourer touring variant avant sportback active
  comfortline highline trendline ambition ambiente elegance style titanium trend edition limited comfort premium
  executive exclusive essentia enjoy cosmo dynamic dynamique expression authentique prestige allure attraction
  momentum kinetic summum inscription acenta tekna visia lounge emotion vision advance motion sense innovation
  quattro xdrive steptronic tiptronic multitronic powershift blue bluemotion ecoboost puretech skyactiv
  saelges saelger saelg solgt byttes bytte koebes nysynet synet velholdt velkoerende velkorende flot flotte paen paent
  lille stor billig billigt super lakker laekker meget rigtig perfekt familiebil personers pers demo gold pool fold boks rust lys tag gaas van alu rat suv dors doers
  hvid sort graa blaa rode groen solv soelv gull metal med uden laeder traek vinterhjul sommerhjul alufaelge
  service servicebog ejer ejers ejere garanti afgift moms leasing privat forhandler stand fuld fuldt udstyr
  eller ogsa ikke mere kort lang hoej lavt lave pris fast gode godt fine fint motor gear aarg aargang
  fremstaar koerer starter klar salg kan skal ved hos dele defekt skade klassiker veteran pendler bilen biler
  altitude andre anden noget nogle lige nyere seneste sidste drift mobil`);

import type { Random } from './random.ts';

type Item = { name: string; from: number; share: number };

// `from`: the first year in which ordinary cars had it.
const items: readonly Item[] = [
  { name: 'Aircondition', from: 2003, share: 0.8 },
  { name: 'ABS bremser', from: 2003, share: 0.9 },
  { name: 'Centrallås med fjernbetjening', from: 2003, share: 0.8 },
  { name: 'El-ruder', from: 2003, share: 0.8 },
  { name: 'ESP', from: 2005, share: 0.8 },
  { name: 'Isofix', from: 2005, share: 0.7 },
  { name: 'Alufælge', from: 2003, share: 0.6 },
  { name: 'Fartpilot', from: 2006, share: 0.55 },
  { name: 'Sædevarme', from: 2006, share: 0.5 },
  { name: 'Anhængertræk', from: 2003, share: 0.3 },
  { name: 'Klimaanlæg', from: 2005, share: 0.5 },
  { name: 'Regnsensor', from: 2008, share: 0.5 },
  { name: 'Parkeringssensor bag', from: 2009, share: 0.5 },
  { name: 'Bluetooth', from: 2010, share: 0.7 },
  { name: 'Multifunktionsrat', from: 2009, share: 0.6 },
  { name: 'Navigation', from: 2012, share: 0.45 },
  { name: 'Bakkamera', from: 2014, share: 0.5 },
  { name: 'Apple CarPlay', from: 2016, share: 0.6 },
  { name: 'LED-forlygter', from: 2016, share: 0.5 },
  { name: 'Adaptiv fartpilot', from: 2017, share: 0.4 },
  { name: 'Vognbaneassistent', from: 2017, share: 0.5 },
  { name: 'Nøglefri start', from: 2016, share: 0.45 },
  { name: 'Panoramatag', from: 2010, share: 0.12 },
  { name: 'Læder', from: 2003, share: 0.15 },
  { name: 'Tagræling', from: 2003, share: 0.2 },
  { name: 'Varmepumpe', from: 2019, share: 0.12 },
];

/** Rich trims bring more of it. `richness` 0 … 0.2 is the trim's premium. */
export function chooseEquipment(random: Random, year: number, richness: number): string[] {
  return items
    .filter((item) => item.from <= year && random.chance(item.share + richness))
    .map((item) => item.name);
}

import { fuelOf, gearboxOf } from '#core/marketplace/ad/form-words.ts';
import type { Fuel, Gearbox } from '#core/marketplace/ad/listing.ts';

export type CardLine = {
  year: number | null;
  km: number | null;
  engineCc: number | null;
  rangeKm: number | null;
  fuel: Fuel | null;
  gearbox: Gearbox | null;
};

const figure = (digits: string): number => Number(digits.replace(/[.\s\u00a0]/g, ''));

/**
 * The line of a card: "2015 ∙ 120.000 km ∙ 998 cc ∙ Benzin ∙ Manuelt", and on electric cars "∙ 260 km rækkevide" (as the site
 * spells it, or rightly) in place of the gear. Null when nothing of it is understood.
 */
export function readSpecificationLine(text: string): CardLine | null {
  const line: CardLine = { year: null, km: null, engineCc: null, rangeKm: null, fuel: null, gearbox: null };
  let understood = 0;
  for (const part of text.split(/\s*[∙·•]\s*/).slice(0, 12)) {
    if (readPart(part.trim(), line)) understood++;
  }
  return understood >= 2 ? line : null;
}

function readPart(part: string, line: CardLine): boolean {
  if (/^(?:19|20)\d{2}$/.test(part)) {
    line.year = Number(part);
    return true;
  }
  const range = /^([\d.]+)\s*km\s+r(?:æ|ae|ä|e)k*e*vid*e?(?:de|dde)?/i.exec(part)?.[1];
  if (range) {
    line.rangeKm = figure(range);
    return true;
  }
  const driven = /^(\d[\d.\s\u00a0]*)\s*(km|mil)$/i.exec(part);
  if (driven) {
    const distance = figure(driven[1]!) * (driven[2]!.toLowerCase() === 'mil' ? 10 : 1);
    line.km = distance > 0 && distance <= 2_000_000 ? distance : null;
    return true;
  }
  const cc = /^(\d[\d.]*)\s*(?:cc|ccm|cm3|cm³)$/i.exec(part)?.[1];
  if (cc) {
    line.engineCc = figure(cc);
    return true;
  }
  line.fuel ??= fuelOf(part);
  line.gearbox ??= gearboxOf(part);
  return fuelOf(part) !== null || gearboxOf(part) !== null;
}

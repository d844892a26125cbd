import { describe, expect, it } from 'vitest';
import { findTown } from '#core/places/places.ts';
import { distanceKm, towns } from '#core/places/towns.ts';

describe('the towns of Denmark', () => {
  it.each([
    ['Århus', 'Aarhus'],
    ['aarhus c', 'Aarhus'],
    ['8000 Aarhus C', 'Aarhus'],
    ['8000', 'Aarhus'],
    ['København S', 'København'],
    ['Copenhagen', 'København'],
    ['hillerod', 'Hillerød'],
    ['NÆSTVED', 'Næstved'],
    ['Faaborg Kommune', 'Faaborg'],
    ['Nykøbing F', 'Nykøbing Falster'],
  ])('findTown finds "%s" as %s', (text, name) => {
    expect(findTown(text)?.name).toBe(name);
  });

  it.each(['', 'Atlantis', 'Aarhu', '0000', 'constructor'])('findTown knows no town "%s"', (text) => {
    expect(findTown(text)).toBeNull();
  });

  it('every town lies in Denmark and is found by its own name', () => {
    expect(new Set(towns.map((town) => town.name)).size).toBe(towns.length);
    for (const town of towns) {
      expect(findTown(town.name)).toBe(town);
      expect(town.latitude, town.name).toBeGreaterThan(54.5);
      expect(town.latitude, town.name).toBeLessThan(57.8);
      expect(town.longitude, town.name).toBeGreaterThan(8);
      expect(town.longitude, town.name).toBeLessThan(15.2);
    }
  });

  it('a town lies near towns with similar postal codes, except islands and the tip of Jutland', () => {
    const farFromAll = new Set(['Læsø', 'Tranebjerg', 'Skagen']);
    const byCode = towns.toSorted((a, b) => a.postalCode - b.postalCode);
    for (const [at, town] of byCode.entries()) {
      const others = byCode.slice(Math.max(0, at - 3), at + 4).filter((other) => other !== town);
      const nearestKm = Math.min(...others.map((other) => distanceKm(town, other)));
      expect(nearestKm, town.name).toBeLessThan(farFromAll.has(town.name) ? 35 : 27);
    }
  });

  it('distances between towns agree with the map', () => {
    const between = (a: string, b: string) => Math.round(distanceKm(findTown(a)!, findTown(b)!));
    expect(between('Aarhus', 'Aarhus')).toBe(0);
    expect(between('København', 'Aarhus')).toBe(156);
    expect(between('Odense', 'Svendborg')).toBe(40);
    expect(between('Skagen', 'Rødby')).toBeGreaterThan(330);
  });
});

import { describe, expect, it } from 'vitest';
import { busyPlaces, type Place } from '#core/plates/boxes.ts';

const [width, height] = [320, 192];
type Draw = (x: number, y: number) => number | null;

/** A gradient from dark on the left to bright on the right, with `draw` over it; `light` dims the whole picture. */
function picture(draw: Draw, light = 1) {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.fill(
        Math.round(light * (draw(x, y) ?? 20 + (x * 210) / width)),
        (y * width + x) * 3,
        (y * width + x + 1) * 3,
      );
  return { width, height, data };
}

/** Upright strokes, three pixels black and three white, as a plate of 60 × 14 px. */
const plateAt =
  (left: number, top: number, contrast = 200): Draw =>
  (x, y) => {
    const isInside = x >= left && x < left + 60 && y >= top && y < top + 14;
    return isInside ? 128 + ((x - left) % 6 < 3 ? -contrast : contrast) / 2 : null;
  };
const covers = ({ left, top, width: wide, height: high }: Place, x: number, y: number) =>
  x >= left && x < left + wide && y >= top && y < top + high;

describe('busyPlaces', () => {
  it('a picture of a smooth slope has no busy place', () => {
    expect(busyPlaces(picture(() => null))).toEqual([]);
  });

  it('a single hard edge is no busy place, however long', () => {
    expect(busyPlaces(picture((x) => (x < 160 ? 0 : 255)))).toEqual([]);
    expect(busyPlaces(picture((_, y) => (y < 96 ? 0 : 255)))).toEqual([]);
  });

  it('a busy place contains the whole plate and its surroundings', () => {
    const places = busyPlaces(picture(plateAt(130, 100)));
    expect(places).toHaveLength(1);
    for (const x of [112, 130, 160, 189, 205])
      for (const y of [90, 100, 113, 122]) expect(covers(places[0]!, x, y), `${x}, ${y}`).toBe(true);
    expect(places[0]!.width * places[0]!.height).toBeLessThan((width * height) / 2);
  });

  it('busy places are whole tiles within the picture, also for a plate in its corner', () => {
    for (const place of busyPlaces(picture(plateAt(260, 178)))) {
      for (const side of Object.values(place)) expect(side % 32).toBe(0);
      expect(place.left + place.width).toBeLessThanOrEqual(width);
      expect(place.top + place.height).toBeLessThanOrEqual(height);
    }
    expect(busyPlaces(picture(plateAt(260, 178)))).toHaveLength(1);
  });

  it('busy places do not overlap: two plates side by side share one, far apart they have two', () => {
    const two =
      (one: Draw, other: Draw): Draw =>
      (x, y) =>
        one(x, y) ?? other(x, y);
    expect(busyPlaces(picture(two(plateAt(40, 40), plateAt(110, 44))))).toHaveLength(1);
    expect(busyPlaces(picture(two(plateAt(0, 10), plateAt(256, 150))))).toHaveLength(2);
  });

  it('busy places are found in dark and bright photos, but not where strokes are faint', () => {
    expect(busyPlaces(picture(plateAt(130, 100, 70), 0.3))).toHaveLength(1);
    expect(busyPlaces(picture(plateAt(130, 100, 70)))).toHaveLength(1);
    expect(busyPlaces(picture(plateAt(130, 100, 5)))).toEqual([]);
  });

  it('a higher threshold finds fewer busy places', () => {
    expect(busyPlaces(picture(plateAt(130, 100)), 100)).toEqual([]);
  });
});

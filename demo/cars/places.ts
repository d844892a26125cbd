/** A Danish town with the address word the marketplace uses for it. Latitude and longitude in degrees. */
export type Place = {
  slug: string;
  name: string;
  postalCode: number;
  latitude: number;
  longitude: number;
  weight: number;
};

function place(
  slug: string,
  name: string,
  postalCode: number,
  latitude: number,
  longitude: number,
  weight: number,
): Place {
  return { slug, name, postalCode, latitude, longitude, weight };
}

/** `weight`: how many of the cars are for sale there. */
export const places: readonly Place[] = [
  place('copenhagen', 'København', 2100, 55.676, 12.568, 13),
  place('aarhus', 'Aarhus', 8000, 56.157, 10.211, 11),
  place('odense', 'Odense', 5000, 55.404, 10.402, 11),
  place('aalborg', 'Aalborg', 9000, 57.048, 9.921, 8),
  place('esbjerg', 'Esbjerg', 6700, 55.476, 8.459, 5),
  place('randers', 'Randers', 8900, 56.461, 10.036, 4),
  place('kolding', 'Kolding', 6000, 55.49, 9.472, 4),
  place('horsens', 'Horsens', 8700, 55.861, 9.85, 4),
  place('vejle', 'Vejle', 7100, 55.709, 9.536, 4),
  place('roskilde', 'Roskilde', 4000, 55.642, 12.08, 4),
  place('herning', 'Herning', 7400, 56.139, 8.974, 4),
  place('silkeborg', 'Silkeborg', 8600, 56.17, 9.545, 4),
  place('naestved', 'Næstved', 4700, 55.23, 11.761, 3),
  place('viborg', 'Viborg', 8800, 56.453, 9.402, 3),
  place('fredericia', 'Fredericia', 7000, 55.566, 9.752, 3),
  place('koge', 'Køge', 4600, 55.458, 12.182, 3),
  place('holstebro', 'Holstebro', 7500, 56.36, 8.616, 2),
  place('taastrup', 'Taastrup', 2630, 55.652, 12.292, 2),
  place('slagelse', 'Slagelse', 4200, 55.403, 11.355, 3),
  place('hillerod', 'Hillerød', 3400, 55.927, 12.301, 3),
  place('sonderborg', 'Sønderborg', 6400, 54.909, 9.789, 2),
  place('svendborg', 'Svendborg', 5700, 55.06, 10.607, 3),
  place('hjorring', 'Hjørring', 9800, 57.464, 9.982, 2),
  place('holbaek', 'Holbæk', 4300, 55.717, 11.716, 2),
  place('frederikshavn', 'Frederikshavn', 9900, 57.441, 10.537, 1),
  place('helsingor', 'Helsingør', 3000, 56.036, 12.613, 2),
  place('haderslev', 'Haderslev', 6100, 55.249, 9.489, 2),
  place('skive', 'Skive', 7800, 56.566, 9.027, 1),
  place('ringsted', 'Ringsted', 4100, 55.443, 11.79, 2),
  place('nykobing-falster', 'Nykøbing Falster', 4800, 54.769, 11.874, 1),
  place('middelfart', 'Middelfart', 5500, 55.505, 9.731, 2),
  place('nyborg', 'Nyborg', 5800, 55.312, 10.79, 1),
  place('thisted', 'Thisted', 7700, 56.955, 8.695, 1),
  place('ronne', 'Rønne', 3700, 55.101, 14.707, 1),
];

const bySlug = new Map(
  places.flatMap((town) => [[town.slug, town] as const, [String(town.postalCode), town] as const]),
);

export function findPlace(slug: string): Place | null {
  return bySlug.get(slug.toLowerCase()) ?? null;
}

/** Great-circle distance in km. */
export function distanceKm(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const radians = Math.PI / 180;
  const deltaLatitude = (b.latitude - a.latitude) * radians;
  const deltaLongitude = (b.longitude - a.longitude) * radians;
  const chord =
    Math.sin(deltaLatitude / 2) ** 2 +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * Math.sin(deltaLongitude / 2) ** 2;
  return 12_742 * Math.asin(Math.sqrt(chord));
}

/** Side length in pixels of the grey miniature from which a picture is hashed. */
export const miniatureSidePx = 32;
const frequencies = 8;
/** A picture needs at least this range of grey levels: the hash of a blank wall would be noise. */
const leastSpread = 6;
/**
 * Maximum Hamming distance (of 64 bits) between hashes of the same picture, measured on the demo's pictures. Resized or
 * recompressed (quality 60) pictures are up to 6 bits apart, pictures cropped by 2 to 3 % at each border up to 14 (12 for 95
 * %); 99 % of pairs of different views are 12 or more apart.
 */
const closeBits = 12;

/** Cosine values, by frequency and position. */
const waves = Array.from({ length: frequencies }, (_, frequency) =>
  Float64Array.from({ length: miniatureSidePx }, (__, place) =>
    Math.cos(((2 * place + 1) * frequency * Math.PI) / (2 * miniatureSidePx)),
  ),
);

/** The coefficients of the 64 lowest frequencies, row by row (two-dimensional discrete cosine transform). */
function strengths(grey: Uint8Array): number[] {
  const rows = Array.from({ length: miniatureSidePx }, (_, y) =>
    waves.map((wave) => wave.reduce((sum, height, x) => sum + height * grey[y * miniatureSidePx + x]!, 0)),
  );
  return waves.flatMap((down) =>
    waves.map((_, across) => down.reduce((sum, height, y) => sum + height * rows[y]![across]!, 0)),
  );
}

/**
 * Perceptual hash (pHash) of a picture, as 16 hex digits. Takes the `miniatureSidePx` × `miniatureSidePx` grey levels; each
 * bit says whether a low frequency is above the median. It is stable under changes of size, compression and exposure. Null
 * for a blank picture.
 */
export function pictureHash(grey: Uint8Array): string | null {
  const mean = grey.reduce((sum, level) => sum + level, 0) / grey.length;
  const spread = Math.sqrt(grey.reduce((sum, level) => sum + (level - mean) ** 2, 0) / grey.length);
  if (spread < leastSpread) return null;
  // The first coefficient is the overall brightness.
  const [, ...details] = strengths(grey);
  const median = details.toSorted((a, b) => a - b)[(details.length - 1) / 2]!;
  const bits = ['0', ...details.map((strength) => (strength > median ? '1' : '0'))].join('');
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0');
}

function bitsApart(a: string, b: string): number {
  let bits = 0;
  for (let rest = BigInt(`0x${a}`) ^ BigInt(`0x${b}`); rest > 0n; rest &= rest - 1n) bits++;
  return bits;
}

/** Whether two hashes are of the same picture, up to resizing, recompression and small crops. */
export const isClosePicture = (a: string, b: string): boolean => a === b || bitsApart(a, b) <= closeBits;

/** How many pictures of one album are also in the other, each counted once. */
export function closePictures(album: readonly string[], other: readonly string[]): number {
  const left = [...other];
  let close = 0;
  for (const hash of album) {
    const found = left.findIndex((one) => isClosePicture(hash, one));
    if (found === -1) continue;
    left.splice(found, 1);
    close++;
  }
  return close;
}

/** The path below which photos are served and stored. A car holds the rest of the path as the photo's key. */
export const photoPrefix = 'photos/';

/** Prefix of the keys of photos that belong to one person's own cars; they are deleted with the account. */
export const ownKeyPrefix = 'own/';

/** Prefix of the keys of photos of one car of the catalog; they are deleted with the car. */
export const carKeyPrefix = 'car/';

/** The path at which the site serves the photo with this key. */
export const photoUrl = (key: string): string => `/${photoPrefix}${key}`;

/** Stands in for the folder in a mail picture's path: older photos of the catalog have no folder in their bucket. */
const everybodys = 'cars';

/** The path of this photo for e-mails: a small JPEG, since not every mail client supports WebP. */
export function mailPictureUrl(key: string): string {
  const cut = key.lastIndexOf('/');
  const folder = cut < 0 ? everybodys : key.slice(0, cut).replace('/', '-');
  return `/picture/${folder}/${key.slice(cut + 1).replace(/\.webp$/, '')}.jpg`;
}

/** The key of the photo behind such a path. */
export function photoOfMailPicture(folder: string, photo: string): string {
  if (folder === everybodys) return `${photo}.webp`;
  const prefix = [ownKeyPrefix, carKeyPrefix].find((each) => folder.startsWith(each.replace('/', '-')));
  const path = prefix ? `${prefix}${folder.slice(prefix.length)}` : folder;
  return `${path}/${photo}.webp`;
}

export const isOwnPhoto = (key: string): boolean => key.startsWith(ownKeyPrefix);

/** A picture is hashed from a grey miniature of this many pixels a side. */
export const miniatureSidePx = 32;
const frequencies = 8;
/** Grey levels that a picture spreads over at least: the hash of a blank wall is noise. */
const leastSpread = 6;
/**
 * Bits of 64, measured on the demo's pictures: what was made smaller, larger, or compressed at quality 60 is up to 6 apart,
 * cut at each border by 2 to 3 of 100 up to 14 (12 in 95 of 100); 99 of 100 pairs of different views are 12 apart or more.
 */
const closeBits = 12;

/** Cosines by frequency, then place. */
const waves = Array.from({ length: frequencies }, (_, frequency) =>
  Float64Array.from({ length: miniatureSidePx }, (__, place) =>
    Math.cos(((2 * place + 1) * frequency * Math.PI) / (2 * miniatureSidePx)),
  ),
);

/** How strong each of the 64 lowest frequencies is, by rows first (the two-dimensional cosine transform). */
function strengths(grey: Uint8Array): number[] {
  const rows = Array.from({ length: miniatureSidePx }, (_, y) =>
    waves.map((wave) => wave.reduce((sum, height, x) => sum + height * grey[y * miniatureSidePx + x]!, 0)),
  );
  return waves.flatMap((down) =>
    waves.map((_, across) => down.reduce((sum, height, y) => sum + height * rows[y]![across]!, 0)),
  );
}

/**
 * 16 hex digits of the `miniatureSidePx` × `miniatureSidePx` grey levels of a picture (pHash): a bit for each low frequency
 * that is stronger than their median. It hardly changes with size, compression and exposure. Null for a blank picture.
 */
export function pictureHash(grey: Uint8Array): string | null {
  const mean = grey.reduce((sum, level) => sum + level, 0) / grey.length;
  const spread = Math.sqrt(grey.reduce((sum, level) => sum + (level - mean) ** 2, 0) / grey.length);
  if (spread < leastSpread) return null;
  // The first is the picture's brightness as a whole.
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

/** Whether two hashes are of one picture, by all that can be told. */
export const isClosePicture = (a: string, b: string): boolean => a === b || bitsApart(a, b) <= closeBits;

/** How many pictures of one album are in the other, each counted once. */
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

/** Photos lie below this path of the site and of their bucket; a car holds the rest as the photo's key. */
export const photoPrefix = 'photos/';

/** How the keys of photos begin that belong to one person's own cars and go with their account. */
export const ownKeyPrefix = 'own/';

/** Where the site serves the photo of this key. */
export const photoUrl = (key: string): string => `/${photoPrefix}${key}`;

/** Photos that are everybody's lie in no folder of their bucket; in a path something has to stand there. */
const everybodys = 'cars';

/** The address in the site of this photo as mails show it: a small JPEG, since not every mail program knows WebP. */
export function mailPictureUrl(key: string): string {
  const cut = key.lastIndexOf('/');
  const folder = cut < 0 ? everybodys : key.slice(0, cut).replace('/', '-');
  return `/picture/${folder}/${key.slice(cut + 1).replace(/\.webp$/, '')}.jpg`;
}

/** The key of the photo behind such an address. */
export function photoOfMailPicture(folder: string, photo: string): string {
  if (folder === everybodys) return `${photo}.webp`;
  const own = ownKeyPrefix.replace('/', '-');
  const path = folder.startsWith(own) ? `${ownKeyPrefix}${folder.slice(own.length)}` : folder;
  return `${path}/${photo}.webp`;
}

export const isOwnPhoto = (key: string): boolean => key.startsWith(ownKeyPrefix);

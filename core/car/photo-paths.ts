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

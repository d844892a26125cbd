/** Photos lie below this path of the site and of their bucket; a car holds the rest as the photo's key. */
export const photoPrefix = 'photos/';

/** How the keys of photos begin that belong to one person's own cars and go with their account. */
export const ownKeyPrefix = 'own/';

/** Where the site serves the photo of this key. */
export const photoUrl = (key: string): string => `/${photoPrefix}${key}`;

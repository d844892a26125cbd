/** Photos lie below this path of the site and of their bucket. */
export const photoPrefix = 'photos/';

/** Those of one person's own cars, which go with their account: a folder each. */
export const ownPhotoPrefix = `${photoPrefix}own/`;

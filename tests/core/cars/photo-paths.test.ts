import { describe, expect, it } from 'vitest';
import { isOwnPhoto, mailPictureUrl, photoOfMailPicture } from '#core/cars/photos.ts';

const name = 'a-_4567890123456789012345678901b';
const folder = 'F-_4567890123456789012345678901z';
const keys = {
  [`${name}.webp`]: `/picture/cars/${name}.jpg`,
  [`own/${folder}/${name}.webp`]: `/picture/own-${folder}/${name}.jpg`,
  [`seed/${name}.webp`]: `/picture/seed/${name}.jpg`,
};

describe('the address of a photo in a mail', () => {
  it.each(Object.entries(keys))('of %s is one of the site’s, and leads back to it', (key, address) => {
    expect(mailPictureUrl(key)).toBe(address);
    const [, place = '', photo = ''] = /^\/picture\/([\w-]+)\/([\w-]+)\.jpg$/.exec(address)!;
    expect(photoOfMailPicture(place, photo)).toBe(key);
  });

  it('leads to a person’s own photos under their folder alone', () => {
    expect(Object.keys(keys).filter(isOwnPhoto)).toEqual([`own/${folder}/${name}.webp`]);
    expect(photoOfMailPicture('own', name)).toBe(`own/${name}.webp`);
    expect(photoOfMailPicture('own-', name)).toBe(`own//${name}.webp`);
  });
});

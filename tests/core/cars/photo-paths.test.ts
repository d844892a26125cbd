import { describe, expect, it } from 'vitest';
import { isOwnPhoto, mailPictureUrl, photoOfMailPicture } from '#core/cars/photos.ts';

const name = 'a-_4567890123456789012345678901b';
const folder = 'F-_4567890123456789012345678901z';
const keys = {
  [`${name}.webp`]: `/picture/cars/${name}.jpg`,
  [`own/${folder}/${name}.webp`]: `/picture/own-${folder}/${name}.jpg`,
  [`seed/${name}.webp`]: `/picture/seed/${name}.jpg`,
};

describe('mailPictureUrl', () => {
  it.each(Object.entries(keys))(
    'the photo %s has an address on our site that leads back to it',
    (key, address) => {
      expect(mailPictureUrl(key)).toBe(address);
      const [, place = '', photo = ''] = /^\/picture\/([\w-]+)\/([\w-]+)\.jpg$/.exec(address)!;
      expect(photoOfMailPicture(place, photo)).toBe(key);
    },
  );

  it('a private photo is found only under its owner’s folder', () => {
    expect(Object.keys(keys).filter(isOwnPhoto)).toEqual([`own/${folder}/${name}.webp`]);
    expect(photoOfMailPicture('own', name)).toBe(`own/${name}.webp`);
    expect(photoOfMailPicture('own-', name)).toBe(`own//${name}.webp`);
  });
});

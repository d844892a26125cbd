import { describe, expect, it } from 'vitest';
import {
  closePictures,
  isClosePicture,
  isOwnPhoto,
  mailPictureUrl,
  miniatureSidePx,
  photoOfMailPicture,
  pictureHash,
} from '#core/cars/photos.ts';

const side = miniatureSidePx;
const picture = (level: (x: number, y: number) => number) =>
  Uint8Array.from({ length: side * side }, (_, at) => level(at % side, Math.floor(at / side)));
/** A chessboard of squares of eight pixels whose grey levels are `swing` above and below 200. */
const board = (swing: number) => picture((x, y) => 200 + (((x >> 3) + (y >> 3)) % 2 ? swing : -swing));

describe('pictureHash', () => {
  it('a hash has sixteen hex digits and is the same for the same picture', () => {
    const slope = pictureHash(picture((x) => x * 8));
    expect(slope).toMatch(/^[0-9a-f]{16}$/);
    expect(pictureHash(picture((x) => x * 8))).toBe(slope);
    expect(isClosePicture(slope!, pictureHash(picture((_, y) => y * 8))!)).toBe(false);
  });

  it('a hash hardly changes with the light', () => {
    const waves = (bright: number, contrast: number) =>
      pictureHash(picture((x, y) => bright + contrast * Math.sin(x / 5) * Math.cos(y / 7) + y))!;
    expect(isClosePicture(waves(100, 60), waves(130, 50))).toBe(true);
  });

  it('a plain surface has no hash, and a picture has one once six grey levels spread', () => {
    expect([0, 120, 255].map((level) => pictureHash(picture(() => level)))).toEqual([null, null, null]);
    expect(pictureHash(board(5))).toBeNull();
    expect(pictureHash(board(7))).not.toBeNull();
  });
});

describe('comparing hashes', () => {
  it('two hashes up to twelve bits apart are of one picture', () => {
    expect(isClosePicture('0000000000000000', '0000000000000fff')).toBe(true);
    expect(isClosePicture('0000000000000000', '0000000000001fff')).toBe(false);
    expect(isClosePicture('ffffffffffffffff', 'ffffffffffffffff')).toBe(true);
  });

  it('closePictures pairs each picture of two albums once', () => {
    const [a, b] = ['0000000000000000', 'ffffffffffffffff'];
    expect(closePictures([a, a, b], [a, b, b])).toBe(2);
    expect(closePictures([a, a], [a])).toBe(1);
    expect(closePictures([], [a])).toBe(0);
  });
});

const name = 'a-_4567890123456789012345678901b';
const folder = 'F-_4567890123456789012345678901z';
const keys = {
  [`${name}.webp`]: `/picture/cars/${name}.jpg`,
  [`own/${folder}/${name}.webp`]: `/picture/own-${folder}/${name}.jpg`,
  [`car/${folder}/${name}.webp`]: `/picture/car-${folder}/${name}.jpg`,
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

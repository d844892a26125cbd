/** Draws the demo's pictures that the tests of joined cars need and keeps their hashes: some minutes. */
import { writeFileSync } from 'node:fs';
import { paints } from '#demo/cars/build-car.ts';
import { createWorld } from '#demo/cars/world.ts';
import { dbaAds } from '#demo/dba/pages.ts';
import { layeredViews } from '#demo/pictures/layers.ts';
import { pictureSpecsOf } from '#demo/pictures/spec.ts';
import {
  type AlbumHashes,
  albumFile,
  hardHatchback,
  hashesOf,
  plainSpec,
} from '#tests/support/demo-pictures.ts';

const albums: AlbumHashes = { planted: {}, hatchbacks: {}, interiors: [] };

for (const seed of [1, 2]) {
  const world = createWorld(seed);
  const crossPosts = dbaAds(seed, world).filter(({ isCrossPost }) => isCrossPost);
  const reposts = world.ads().filter(({ car }) => car.quirks.includes('repost'));
  for (const { car } of [...crossPosts, ...reposts]) {
    const pairs: [string, string][] = [];
    for (const spec of pictureSpecsOf(car)) pairs.push(await hashesOf(spec));
    albums.planted[`${seed} ${car.id}`] ??= pairs;
  }
}
for (const [at, paint] of paints.entries())
  for (const view of layeredViews)
    for (const isMirrored of [false, true]) {
      const shown = { ...hardHatchback, paint: paint.hex, view, isMirrored, seed: at };
      const [hash] = await hashesOf(plainSpec(shown));
      albums.hatchbacks[[view, paint.danish, isMirrored].join(' ')] = hash;
    }
for (let seed = 0; seed < 24; seed++) {
  const { scene } = hardHatchback;
  const inside = { view: 'interior', era: 'middle', cloth: '#2b2e31', scene, seed, plate: null } as const;
  const taken = { hand: 'steady', tiltDegrees: 0, banner: null, odometerKm: 90_000 + 7919 * seed } as const;
  albums.interiors.push((await hashesOf({ ...inside, ...taken }))[0]);
}
writeFileSync(albumFile, `${JSON.stringify(albums, null, 1)}\n`);

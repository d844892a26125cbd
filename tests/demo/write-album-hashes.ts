/** Draws the demo's pictures that the tests of joined cars need and keeps their hashes: some minutes. */
import { writeFileSync } from 'node:fs';
import { paints } from '#demo/cars/paint.ts';
import { createWorld } from '#demo/cars/world.ts';
import { dbaAds } from '#demo/dba/dba-ads.ts';
import { scenesFor } from '#demo/pictures/equipment.ts';
import { layeredViews } from '#demo/pictures/layers.ts';
import { pictureSpecsOf } from '#demo/pictures/spec.ts';
import { type AlbumHashes, albumFile, hashesOf } from '#tests/support/album-hashes.ts';

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
const base = { body: 'hatch', plate: 'AB12345', odometerKm: null } as const;
for (const [at, paint] of paints.entries())
  for (const scene of scenesFor('hatch', false))
    for (const view of layeredViews)
      for (const isMirrored of [false, true]) {
        const [hash] = await hashesOf({ ...base, paint: paint.hex, scene, view, isMirrored, seed: at });
        albums.hatchbacks[[scene, view, paint.danish, isMirrored].join(' ')] = hash;
      }
for (let seed = 0; seed < 24; seed++) {
  const scene = scenesFor('hatch', false)[0]!;
  const spec = { ...base, view: 'interior', paint: '#000000', scene, seed, isMirrored: false } as const;
  albums.interiors.push((await hashesOf({ ...spec, plate: null, odometerKm: 90_000 + 7919 * seed }))[0]);
}
writeFileSync(albumFile, `${JSON.stringify(albums, null, 1)}\n`);

import { describe, expect, it } from 'vitest';
import { dba } from '#core/marketplaces/dba/dba.ts';

const host = 'https://images.dbastatic.dk';
const path = '/dynamic/960w/item/12345/abcdefgh-1.jpg';
const demoOrigin = 'http://127.0.0.1:4802';

describe('the address of a photo on DBA', () => {
  it.each([
    [true, `${host}${path}`],
    [true, `${host}:443${path}`],
    [true, `${host}${path}?w=1`],
    [false, `http://images.dbastatic.dk${path}`],
    [false, `${host}:8443${path}`],
    [false, `https://images.dbastatic.dk.example${path}`],
    [false, `https://me@images.dbastatic.dk${path}`],
    [false, `https://:secret@images.dbastatic.dk${path}`],
    [false, `${host}/dynamic/960w/item/12345/short.j`],
    [false, `${host}/dynamic/960w/12345/abcdefgh-1.jpg`],
    [false, `${host}${path}?${'x'.repeat(1000)}`],
    [false, 'no address'],
    [false, `${demoOrigin}${path}`],
  ])('may be fetched is %s of %s', (isPhoto, address) => {
    expect(dba.isPhotoAddress(address, {})).toBe(isPhoto);
  });

  it('may be that of the demo where there is one', () => {
    expect(dba.isPhotoAddress(`${demoOrigin}${path}`, { demoOrigin })).toBe(true);
    expect(dba.isPhotoAddress(`http://127.0.0.1:4803${path}`, { demoOrigin })).toBe(false);
    expect(dba.isPhotoAddress(`${demoOrigin}/else`, { demoOrigin })).toBe(false);
  });
});

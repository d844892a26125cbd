import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressBlock, networkOf } from '#core/accounts/rate-limits.ts';

describe('addressBlock', () => {
  it.each([
    ['198.51.100.10:46532', '198.51.100.10'],
    ['198.51.100.10', '198.51.100.10'],
    ['::ffff:198.51.100.10', '198.51.100.10'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348:443', '2001:db8:85a3:8d3::/64'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:8d3::/64'],
    ['2001:0DB8:85A3:08D3::9:51234', '2001:db8:85a3:8d3::/64'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    // A "::" in the first half stands for as many groups as are missing from eight.
    ['2001::8d3:0:0:0:1', '2001:0:0:8d3::/64'],
    ['2001:db8::8d3:0:0:0:1', '2001:db8:0:8d3::/64'],
    ['2001:db8:1', '2001:db8:1:0::/64'],
    ['', 'unknown'],
    ['not an address', 'unknown'],
  ])('the address block of %s is %s', (given, expected) => {
    expect(addressBlock(given)).toBe(expected);
  });

  it('a household has one address block, whatever port and host part it uses', () => {
    const group = fc.integer({ min: 1, max: 0xffff }).map((value) => value.toString(16));
    const port = fc.integer({ min: 1, max: 65_535 });
    fc.assert(
      fc.property(
        fc.tuple(group, group, group, group),
        fc.tuple(group, group, group, group),
        port,
        (net, host, p) => {
          expect(addressBlock(`${[...net, ...host].join(':')}:${p}`)).toBe(`${net.join(':')}::/64`);
          expect(addressBlock(`${net.join(':')}::${host[3]}:${p}`)).toBe(`${net.join(':')}::/64`);
        },
      ),
    );
  });

  it('the address block never depends on the port', () => {
    const ports = fc.tuple(fc.integer({ min: 1, max: 65_535 }), fc.integer({ min: 1, max: 65_535 }));
    const addresses = fc.oneof(fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(addresses, ports, (address, [one, two]) => {
        expect(addressBlock(`${address}:${one}`)).toBe(addressBlock(`${address}:${two}`));
      }),
    );
  });
});

describe('networkOf', () => {
  it.each([
    ['198.51.100.10:46532', '198.51.100.0/24'],
    ['::ffff:198.51.100.200', '198.51.100.0/24'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348:443', '2001:db8:85a3::/48'],
    ['2001:db8:85a3:ffff::1', '2001:db8:85a3::/48'],
    ['127.0.0.1:5000', null],
    ['::1', null],
    ['', null],
  ])('the network of %s is %s', (given, expected) => {
    expect(networkOf(given)).toBe(expected);
  });
});

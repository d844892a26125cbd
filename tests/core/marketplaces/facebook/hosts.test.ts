import { describe, expect, test } from 'vitest';
import { isAllowedPhotoUrl, isAllowedRequest } from '#core/marketplaces/facebook/link.ts';
import { isPrivateAddress } from '#core/marketplaces/private-address.ts';

const facebook = { origin: 'https://www.facebook.com', isDemo: false } as const;
const demo = { origin: 'http://127.0.0.1:4802', isDemo: true } as const;

describe('the browser’s allow-list', () => {
  test.each([
    'https://www.facebook.com/api/graphql/',
    'https://static.xx.fbcdn.net/rsrc.php/v4/y.js',
    'https://da-dk.facebook.com/marketplace/odense/search',
  ])('the browser may load the site and its content network: %s', (url) => {
    expect(isAllowedRequest(url, facebook)).toBe(true);
  });

  test.each([
    'http://www.facebook.com/',
    'https://www.facebook.com:8443/',
    'https://user@www.facebook.com/',
    'https://evil.example/',
    'https://evilfbcdn.net/x.js',
    'https://static.xx.fbcdn.net.evil.example/x.js',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::ffff:10.0.0.1]/',
    'http://127.0.0.1:4802/',
    'wss://edge-chat.facebook.com/chat',
    'data:text/html,x',
    'file:///etc/passwd',
    'about:blank',
    'not an address',
  ])('the browser may load nothing else: %s', (url) => {
    expect(isAllowedRequest(url, facebook)).toBe(false);
  });

  test('a visit to the demo may load the demo only', () => {
    expect(isAllowedRequest('http://127.0.0.1:4802/photos/1.jpg', demo)).toBe(true);
    expect(isAllowedRequest('http://127.0.0.1:4803/', demo)).toBe(false);
    expect(isAllowedRequest('https://www.facebook.com/', demo)).toBe(false);
  });

  test('photos come from the content network over https, or from the configured demo', () => {
    expect(isAllowedPhotoUrl('https://scontent.fcph1-1.fna.fbcdn.net/v/a.jpg?x=1')).toBe(true);
    expect(isAllowedPhotoUrl('http://scontent.fcph1-1.fna.fbcdn.net/v/a.jpg')).toBe(false);
    expect(isAllowedPhotoUrl('https://www.facebook.com/a.jpg')).toBe(false);
    expect(isAllowedPhotoUrl('javascript:alert(1)')).toBe(false);
    expect(isAllowedPhotoUrl('http://127.0.0.1:4802/photos/1.jpg')).toBe(false);
    expect(
      isAllowedPhotoUrl('http://127.0.0.1:4802/photos/1.jpg', { demoOrigin: 'http://127.0.0.1:4802' }),
    ).toBe(true);
  });
});

describe('private addresses', () => {
  test.each([
    '10.1.2.3',
    '127.0.0.1',
    '0.0.0.0',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '[::1]',
    '2130706433',
    '0x7f.1',
    'localhost',
    '',
    '0.255.255.255',
    '10.255.255.255',
    '100.127.255.255',
    '127.255.255.255',
    '169.254.0.0',
    '192.0.0.255',
    '192.168.255.255',
    '198.19.255.255',
    '2002:c0a8:101::',
    '::1234:8.8.8.8',
    '1fff:ffff::1',
    '4000::1',
    '2a03:2880::1::',
    '2a03:2880:1',
    '2a03:1:2:3:4:5:6:7:8',
    '2a03::g',
    '::ffff:1.2.3.999',
    '::ffff:192.0.0.1',
    '::ffff:c000:1',
    '64:ff9b::c000:1',
    '64:ff9c::808:808',
    '2002:c000:1::',
    '2002:c000:ff::',
    '1.2.3',
    '1.2.3.999',
    '1.2.3.256',
    '1::2::3',
  ])('%j is a private address', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  test.each([
    '157.240.200.35',
    '8.8.8.8',
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '191.255.255.255',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2002:808:808::',
    '2002:c000:100::',
    '::ffff:c000:100',
    '::ffff:192.0.1.0',
    '64:ff9b::c000:100',
    '2000::1',
    '3fff::1',
    '2A03:2880:0:0:0:0:0:1',
    '[2a03:2880::1]',
    '172.32.0.1',
    '100.128.0.1',
    '2a03:2880:f15a:183:face:b00c:0:25de',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is a public address', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });
});

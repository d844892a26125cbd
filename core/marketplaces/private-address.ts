/**
 * Networks that a request from the cloud must never reach (RFC 6890 and the cloud's metadata address), as [network, prefix
 * length].
 */
const privateNetworks: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
];

/**
 * True for an address that is not on the public internet: private, loopback, link-local, carrier-grade NAT, multicast,
 * reserved, and IPv6 forms that contain such an IPv4 address. A text that is not an address counts as private.
 */
export function isPrivateAddress(address: string): boolean {
  const plain = address
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .toLowerCase();
  if (!plain.includes(':')) return isPrivateIpv4(plain);
  const groups = expandIpv6(plain);
  if (!groups) return true;
  const [first = 0, second = 0] = groups;
  const leadingZeros = groups.slice(0, 5).every((group) => group === 0);
  if (leadingZeros && groups[5] !== 0xffff) return true;
  if (leadingZeros || (first === 0x64 && second === 0xff9b))
    return isInPrivateNetwork(groups[6]! * 0x10000 + groups[7]!);
  if (first === 0x2002) return isInPrivateNetwork(second * 0x10000 + groups[2]!);
  // Global unicast is 2000::/3; unique local, link-local and multicast addresses are outside it.
  return first >> 13 !== 1;
}

function isPrivateIpv4(address: string): boolean {
  const value = toNumber(address);
  return value === null || isInPrivateNetwork(value);
}

function isInPrivateNetwork(value: number): boolean {
  return privateNetworks.some(([network, prefix]) => {
    const size = 2 ** (32 - prefix);
    return Math.floor(value / size) === Math.floor(toNumber(network)! / size);
  });
}

function toNumber(address: string): number | null {
  const parts = address.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return null;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

function expandIpv6(address: string): number[] | null {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  const tail = dotted ? toNumber(dotted[2]!) : null;
  if (dotted && tail === null) return null;
  const text = dotted
    ? `${dotted[1]}${(tail! >>> 16).toString(16)}:${(tail! & 0xffff).toString(16)}`
    : address;
  const [head = '', rest, ...more] = text.split('::');
  if (more.length > 0) return null;
  const left = head === '' ? [] : head.split(':');
  const right = rest === undefined || rest === '' ? [] : rest.split(':');
  const missing = 8 - left.length - right.length;
  if (rest === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...left, ...Array.from({ length: rest === undefined ? 0 : missing }, () => '0'), ...right];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : null;
}

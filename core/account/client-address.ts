const mappedIpv4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/i;

function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.split('::', 2);
  const groups = (part: string) => part.split(':').filter(Boolean);
  const start = groups(head);
  if (tail === undefined) return start;
  const end = groups(tail);
  return [...start, ...new Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0'), ...end];
}

/**
 * The source of a request for counting: an IPv4 address, or the /64 of an IPv6 one, because a household is given a whole /64.
 * CloudFront-Viewer-Address always ends with ":port" and puts no brackets around IPv6 (2001:db8::9:51234 is 2001:db8::9);
 * other sources give the bare address, which here looks the same. Whether the last group is read as a port or as part of
 * the address changes nothing but for a "::" inside the first half, and there it stays the same network each time.
 */
export function addressBlock(clientAddress: string): string {
  const text = clientAddress.trim().toLowerCase();
  const ipv4 = mappedIpv4.exec(text)?.[1];
  if (ipv4) return ipv4;
  const bare = text.replace(/^\[([^\]]*)\].*$/, '$1').replace(/%.*$/, '');
  if (!/^[\da-f:.]+$/.test(bare) || !bare.includes(':')) return 'unknown';
  const network = ipv6Groups(bare).slice(0, 4);
  while (network.length < 4) network.push('0');
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

/**
 * The network that an address lies in, wider than what is counted: the /24 of an IPv4 address, the /48 of an IPv6 one. Who has
 * several addresses has most of them there. Null for this machine's own, and where there is none.
 */
export function networkOf(clientAddress: string): string | null {
  const block = addressBlock(clientAddress);
  if (block === 'unknown' || block.startsWith('127.') || block === '0:0:0:0::/64') return null;
  if (!block.includes(':')) return `${block.split('.').slice(0, 3).join('.')}.0/24`;
  return `${block.split(':').slice(0, 3).join(':')}::/48`;
}

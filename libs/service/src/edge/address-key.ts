/**
 * The key of one client: its IPv4 address, or the first half of its IPv6 address, since the owner of
 * an IPv6 network has all addresses in it. An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function addressKeyOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  return mapped ?? `${groupsOf(ip).slice(0, 4).join(':')}::/64`;
}

/** The groups from the left, without leading zeros; `::` stands for as many zeros as are missing. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const left = numbersIn(head);
  if (tail === undefined) return left;
  const right = numbersIn(tail);
  // A dotted end is two groups, but never reaches the first half of an address with `::`.
  const missing = Math.max(8 - left.length - right.length, 0);
  return [...left, ...Array.from({ length: missing }, () => '0'), ...right];
}

const numbersIn = (part: string): string[] =>
  part === '' ? [] : part.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));

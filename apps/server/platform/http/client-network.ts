import { isIPv6 } from 'node:net';

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
/** A /64: the smallest network that a customer gets, who chooses addresses in it freely. */
const GROUPS_OF_NETWORK = 4;

/** Whom a limit counts as one: an IPv4 address, or the network that an IPv6 address is in. */
export function networkOf(address: string): string {
  const inside = IPV4_IN_IPV6.exec(address)?.[1];
  if (inside !== undefined) return inside;
  if (!isIPv6(address)) return address;
  const [before = [], after = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const missing = Math.max(0, GROUPS - before.length - after.length);
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after];
  const network = groups.slice(0, GROUPS_OF_NETWORK).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

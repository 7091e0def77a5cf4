import ipaddr from 'ipaddr.js';

/** Answers the metadata requests of Azure's machines, although it looks like any other public address. */
const AZURE_PLATFORM = '168.63.129.16';
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

const isPublicV4 = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && address.toString() !== AZURE_PLATFORM;

/** The IPv4 address in the last 32 bits. */
const embeddedV4 = (address: ipaddr.IPv6): ipaddr.IPv4 => new ipaddr.IPv4(address.toByteArray().slice(12));

/**
 * Whether an IP address in text form belongs to the public internet. Forms that embed an IPv4 address (mapped, NAT64)
 * are judged by it; 6to4, Teredo and anything that is not a plain public unicast address is not public, nor is an
 * invalid address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return isPublicV4(address);
  if (address.isIPv4MappedAddress()) return isPublicV4(address.toIPv4Address());
  if (address.match(NAT64)) return isPublicV4(embeddedV4(address));
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST_V6);
}

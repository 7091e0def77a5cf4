import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { Config } from '../config.ts';

/** The names that the setting allows, as in the framework. */
const NAMED: Record<string, string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Finds the client of a request that the framework may never see: the last address that no trusted proxy has, as the
 * framework does.
 */
export function createFindClient(trustProxy: Config['trustProxy']): (request: IncomingMessage) => string {
  const isTrusted = createIsTrusted(trustProxy);
  return ({ socket, headers }) => {
    const direct = plain(socket.remoteAddress ?? '-');
    const forwarded = [headers['x-forwarded-for'] ?? []]
      .flat()
      .join()
      .split(',')
      .map((part) => part.trim());
    let client = direct;
    for (const next of forwarded.reverse()) {
      if (next === '' || !isTrusted(client)) break;
      if (!isIPv4(next) && !isIPv6(next)) break;
      client = plain(next);
    }
    return client;
  };
}

/** A socket for both families has the addresses of IPv4 inside of IPv6. */
const plain = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

function createIsTrusted(trustProxy: Config['trustProxy']): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  const list = new BlockList();
  for (const range of trustProxy.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', bits] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

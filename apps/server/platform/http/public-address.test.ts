import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

describe('isPublicAddress', () => {
  it('accepts plain public addresses, also carried in mapped and NAT64 forms', () => {
    for (const address of [
      '8.8.8.8',
      '1.1.1.1',
      '2606:4700:4700::1111',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
    ]) {
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
    }
  });

  it.each([
    ['loopback', ['127.0.0.1', '127.255.1.1', '::1']],
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1', 'fec0::1']],
    [
      'link-local and metadata',
      ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', '168.63.129.16', '192.0.0.192'],
    ],
    ['carrier-grade', ['100.64.0.1', '100.127.255.255', '100.100.100.200']],
    ['multicast and broadcast', ['224.0.0.1', '239.1.1.1', 'ff02::1', '255.255.255.255', '240.0.0.1']],
    [
      'documentation and benchmarks',
      ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1'],
    ],
    [
      'IPv4 in IPv6',
      ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::127.0.0.1', '::7f00:1', '::ffff:0:7f00:1'],
    ],
    [
      'translated',
      ['64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b:1::1', '2002:7f00:1::', '2002:808:808::', '2001::1'],
    ],
    ['no address at all', ['', 'localhost', '::ffff:999.1.1.1', '1.2.3.4.5']],
  ])('refuses %s', (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});

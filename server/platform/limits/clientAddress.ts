/** The address and network of a client, even behind trusted proxies. */

import { BlockList, isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** A reader of the address of a client, even behind trusted proxies. */
export interface ClientAddress {
  readonly isTrusted: (address: string) => boolean;
  /** Returns the address of a request: the address of its connection or, behind trusted proxies, the last address that is not a trusted proxy. */
  readonly of: (request: IncomingMessage) => string;
}

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
const plain = (address: string) => address.trim().replace(MAPPED, '');
const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Creates the reader. `trusted` are comma-separated addresses or subnets (`10.0.0.0/8`); if missing, no proxy is trusted. */
export function createClientAddress(trusted: string | undefined): ClientAddress {
  const proxies = new BlockList();
  for (const entry of (trusted ?? '').split(',').map((part) => part.trim())) {
    const [address = '', bits] = entry.split('/');
    if (address === '') continue;
    if (bits === undefined) proxies.addAddress(address, familyOf(address));
    else proxies.addSubnet(address, Number(bits), familyOf(address));
  }
  const isTrusted = (address: string) => trusted !== undefined && proxies.check(plain(address), familyOf(plain(address)));
  return {
    isTrusted,
    of: (request) => {
      const direct = plain(request.socket.remoteAddress ?? '');
      if (!isTrusted(direct)) return direct;
      const forwarded = String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .map(plain);
      return forwarded.findLast((address) => address !== '' && !isTrusted(address)) ?? direct;
    },
  };
}

/** Number of groups of an IPv6 address that identify its network; one customer has at least all addresses within it. */
const NETWORK_GROUPS = 4;

/** Returns the network of an address: an IPv4 address itself, the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const given = plain(address);
  if (!isIPv6(given)) return given;
  const [head = '', tail = ''] = given.split('%')[0]?.split('::') ?? [];
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const missing = given.includes('::') ? Math.max(0, 8 - groups(head).length - groups(tail).length) : 0;
  const all = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)];
  return `${all
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

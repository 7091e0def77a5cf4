import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { Config } from '../../../../platform/config.ts';
import { invalidField } from '../../../../platform/http/errors.ts';

type OwnHosts = Pick<Config, 'baseUrl' | 'sitesUrl'>;

const MAX_LENGTH = 253;
/** The parts of an address that are not a hostname, which would be cut off silently. */
const NOT_IN_HOSTNAMES = /[\s/\\?#@:%[\]]/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Names that never lead to this service over the internet, and that the network of a reader may answer for. */
const LOCAL = new Set(
  'alt arpa corp home internal invalid lan local localdomain localhost onion test'.split(' '),
);

/**
 * Reads the hostname under which a site is to be served: in lower case, and in punycode if it has other letters. Throws
 * a 400 for what cannot be one, and for the hosts of this service and all below them.
 */
export function readHostname(text: string, own: OwnHosts): string {
  const trimmed = text.trim().replace(/\.$/, '');
  const hostname = NOT_IN_HOSTNAMES.test(trimmed) ? '' : domainToASCII(trimmed);
  const labels = hostname.split('.');
  if (isIP(hostname) || labels.length < 2 || hostname.length > MAX_LENGTH || !labels.every(isLabel))
    throw invalidField('hostname', 'is not a hostname, such as docs.example.com');
  if (LOCAL.has(labels.at(-1) as string))
    throw invalidField('hostname', 'is reserved for local networks. Use a name of a public domain');
  if (listOwnHosts(own).some((host) => hostname === host || hostname.endsWith(`.${host}`)))
    throw invalidField('hostname', 'belongs to this service. Use a name of your own domain');
  return hostname;
}

const isLabel = (label: string): boolean => LABEL.test(label);

const listOwnHosts = ({ baseUrl, sitesUrl }: OwnHosts): string[] =>
  [baseUrl, sitesUrl].map((url) => new URL(url).hostname);

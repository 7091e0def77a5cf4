/** A server that DATABASE_URL names: a Unix socket if `path` is set. */
import { parseUrl } from '@lectern/std/parse-url';

export interface DatabaseHost {
  host: string;
  port: number;
  path?: string;
}

const TARGETS = ['read-write', 'primary', 'any'] as const;
/** Which server of several is wanted, as in libpq. */
export type TargetServer = (typeof TARGETS)[number];
/** Values of libpq with which nothing could be written. */
const READING_TARGETS = ['read-only', 'standby', 'prefer-standby'];

interface DatabaseAddress {
  /** Empty: the driver's defaults. */
  hosts: DatabaseHost[];
  target: TargetServer;
  database: string;
  /** The URL for the driver: without the hosts, and without parameters that it would misunderstand. */
  url: string;
}

const DEFAULT_PORT = 5432;
const FORM =
  'is not a valid address. Use the form postgres://user:password@host:5432/database, or postgres://user:password@first:5432,second:5432/database for several servers.';

/**
 * Reads an address as libpq does: with one host or several, each with or without a port, in brackets if they are IPv6
 * addresses, or in the parameters `host` and `port`. Throws an `Error` that completes a sentence about DATABASE_URL. Of a
 * replica, `target_session_attrs` does not matter.
 */
export function readDatabaseUrl(text: string, { isReplica = false } = {}): DatabaseAddress {
  const [, scheme, middle = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*)((?:[/?#].*)?)$/s.exec(text) ?? [];
  const hostsStart = middle.lastIndexOf('@') + 1;
  const [credentials, authority] = [middle.slice(0, hostsStart), middle.slice(hostsStart)];
  const placeholder = `${scheme}${credentials}localhost${rest}`;
  const url = parseUrl(placeholder);
  if (scheme === undefined || !url) throw new Error(FORM);
  const take = (name: string): string | undefined => {
    const value = url.searchParams.getAll(name).at(-1);
    url.searchParams.delete(name);
    return value || undefined;
  };
  const given = take('target_session_attrs');
  const target = isReplica ? 'any' : readTarget(given);
  const host = take('host');
  const port = take('port');
  const named = host === undefined ? authority.split(',').map(readHost) : splitHosts(host);
  const hosts = withPorts(named, port);
  const isDefault = hosts.length === 1 && hosts[0]?.host === '';
  return {
    hosts: isDefault ? [] : hosts,
    target,
    database: decodeURIComponent(url.pathname.slice(1)),
    url: isDefault ? url.href.replace('localhost', '') : url.href,
  };
}

function readTarget(value: string | undefined): TargetServer {
  if (value === undefined) return 'read-write';
  const target = TARGETS.find((name) => name === value);
  if (target) return target;
  const use = 'Use read-write or primary, or leave it out.';
  throw new Error(
    READING_TARGETS.includes(value)
      ? `asks for target_session_attrs=${value}, but Lectern must be able to write. ${use}`
      : `has an unknown target_session_attrs, “${value}”. ${use}`,
  );
}

interface NamedHost {
  host: string;
  port: string | undefined;
}

function readHost(text: string): NamedHost {
  const [, six, four = '', port] = /^(?:\[([0-9a-fA-F:.%]+)\]|([^:[\]]*))(?::(\d*))?$/.exec(text) ?? fail();
  return { host: six ?? decodeURIComponent(four), port: port || undefined };
}

const fail = (): never => {
  throw new Error(FORM);
};

const splitHosts = (text: string): NamedHost[] => text.split(',').map((host) => ({ host, port: undefined }));

function withPorts(hosts: readonly NamedHost[], text: string | undefined): DatabaseHost[] {
  const ports = text?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new Error(`has ${ports.length} ports for ${hosts.length} hosts.`);
  return hosts.map(({ host, port: own }, n) => {
    const port = Number(own ?? ((ports.length === 1 ? ports[0] : ports[n]) || DEFAULT_PORT));
    if (!Number.isInteger(port) || port < 1 || port > 65_535) fail();
    const name = host === '' && hosts.length > 1 ? 'localhost' : host;
    return { host: name, port, ...(name.startsWith('/') ? { path: `${name}/.s.PGSQL.${port}` } : {}) };
  });
}

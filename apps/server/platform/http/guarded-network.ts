/**
 * The only way out for addresses that a caller chose. Which address is contacted is decided at
 * connect time: the very addresses that were checked are the ones that are connected to, so a name
 * that changes its answer between check and use gains nothing.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import { NetworkError } from '@lectern/std/network-error';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';

export { NetworkError };

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface NetworkPolicy {
  /** Loopback, private and link-local addresses may be contacted (`LECTERN_ALLOW_PRIVATE_NETWORKS`). */
  allowPrivate: boolean;
  /** Resolves names to addresses; the system's resolver unless a test replaces it. */
  resolveHost?: ResolveHost;
  /** Replaces the rule for addresses; for tests, which have no public address to talk to. */
  isAllowed?: (address: string) => boolean;
}

const mayContact = (address: string, policy: NetworkPolicy): boolean =>
  policy.isAllowed ? policy.isAllowed(address) : policy.allowPrivate || isPublicAddress(address);

const RESOLVE_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;

const resolveBySystem: ResolveHost = async (hostname) =>
  (await systemLookup(hostname, { all: true })) as ResolvedAddress[];

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

const refusedAddress = (hostname: string): NetworkError =>
  new NetworkError(
    'refused-address',
    `${hostname} leads to a private or local address, which this service does not contact. ` +
      'Its operator can allow that with LECTERN_ALLOW_PRIVATE_NETWORKS.',
  );

/**
 * The addresses of a host that may be contacted, at least one. Of a name that has both public and
 * private addresses only the public ones are returned.
 * @throws NetworkError `unknown-host`, `refused-address` or `timeout`
 */
export async function resolvePublicAddresses(
  hostname: string,
  policy: NetworkPolicy,
): Promise<ResolvedAddress[]> {
  const host = withoutBrackets(hostname);
  const family = isIP(host);
  const resolved =
    family === 0
      ? await resolveName(host, policy.resolveHost ?? resolveBySystem)
      : [{ address: host, family: family as 4 | 6 }];
  const allowed = resolved.filter((at) => mayContact(at.address, policy));
  if (allowed.length === 0) throw refusedAddress(host);
  return allowed;
}

async function resolveName(host: string, resolveHost: ResolveHost): Promise<readonly ResolvedAddress[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new NetworkError('timeout', `The name ${host} could not be resolved in time.`)),
      RESOLVE_TIMEOUT_MS,
    );
  });
  try {
    const addresses = await Promise.race([resolveHost(host), late]);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    if (error instanceof NetworkError) throw error;
    // A temporary failure of the resolver says nothing about the name.
    if ((error as NodeJS.ErrnoException).code === 'EAI_AGAIN') throw describeNetworkFailure(error, host);
  } finally {
    clearTimeout(timer);
  }
  throw new NetworkError('unknown-host', `There is no host named ${host}. Check the address.`);
}

/**
 * A `lookup` for `net`, `tls`, `http` or undici that returns only checked addresses. Literal addresses never reach a
 * `lookup`: use it through `connectGuarded` or `createGuardedAgent`.
 */
function createGuardedLookup(policy: NetworkPolicy): LookupFunction {
  return (hostname, options, callback) => {
    resolvePublicAddresses(hostname, policy).then(
      (addresses) => {
        const wanted = addresses.filter((at) => !options.family || at.family === options.family);
        const [first] = wanted;
        if (!first) callback(refusedAddress(hostname), '', 4);
        else if (options.all) callback(null, wanted);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    );
  };
}

/** Opens a TCP connection to a checked address, trying each in turn. */
export async function connectGuarded(
  to: { hostname: string; port: number },
  policy: NetworkPolicy,
  signal?: AbortSignal,
): Promise<Socket> {
  const addresses = await resolvePublicAddresses(to.hostname, policy);
  let failure: unknown;
  for (const { address } of addresses) {
    try {
      return await connectTo(address, to.port, signal);
    } catch (error) {
      failure = error;
    }
  }
  throw describeNetworkFailure(failure, to.hostname);
}

function connectTo(address: string, port: number, signal: AbortSignal | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = netConnect({ host: address, port, ...(signal ? { signal } : {}) });
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => {
      socket.destroy(Object.assign(new Error('connect timed out'), { code: 'ETIMEDOUT' }));
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** An undici agent whose every connection goes to a checked address. Close it after use. */
export function createGuardedAgent(policy: NetworkPolicy): Agent {
  const connector = buildConnector({ lookup: createGuardedLookup(policy), timeout: CONNECT_TIMEOUT_MS });
  return new Agent({
    connect: (options, callback) => {
      // A literal address is connected to without asking `lookup`.
      const host = withoutBrackets(options.hostname);
      if (isIP(host) !== 0 && !mayContact(host, policy)) {
        callback(refusedAddress(host), null);
        return;
      }
      connector(options, callback);
    },
  });
}

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|SSL/;

/** Turns whatever a connection failed with into a `NetworkError` in words. */
export function describeNetworkFailure(error: unknown, hostname: string): NetworkError {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof NetworkError) return cause;
    const code = String((cause as NodeJS.ErrnoException).code ?? '');
    if (cause.name === 'TimeoutError' || /TIMEDOUT|TIMEOUT/.test(code)) {
      return new NetworkError('timeout', `${hostname} did not respond in time.`, { cause });
    }
    if (cause.name === 'AbortError')
      return new NetworkError('aborted', 'The request was cancelled.', { cause });
    if (UNTRUSTED.test(code)) {
      return new NetworkError(
        'untrusted-certificate',
        `The certificate of ${hostname} is not trusted (${code}).`,
        {
          cause,
        },
      );
    }
    if (code === 'ECONNREFUSED') {
      return new NetworkError('unreachable', `${hostname} refuses connections on that port.`, { cause });
    }
    if (code.startsWith('E') || code.startsWith('UND_ERR')) {
      return new NetworkError('unreachable', `${hostname} could not be reached (${code}).`, { cause });
    }
  }
  return new NetworkError('unreachable', `${hostname} could not be reached.`, { cause: error });
}

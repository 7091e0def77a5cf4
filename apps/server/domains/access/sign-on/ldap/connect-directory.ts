import { isIP, type Socket } from 'node:net';
import type { Client } from 'ldapts';
import type { LdapDirectory } from '../../../../platform/config.ts';
import { SignOnRefusal } from '../refusal.ts';
import { loadLdapts } from './ldapts.ts';
import { StartTlsError, startTls } from './start-tls.ts';

/** More people at once are asked to try again, so that a directory that hangs keeps few connections. */
const MAX_CONNECTIONS = 30;
const connections = new Map<string, number>();

/** The directory did not do everything in time. */
class DirectoryTimeout extends Error {}

/**
 * Lets `work` talk to a directory over a connection of its own, which ends with it. All of it together has the time that
 * the settings allow. Throws a refusal if the directory cannot be used.
 */
export async function withDirectory<T>(
  directory: LdapDirectory,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const open = connections.get(directory.name) ?? 0;
  if (open >= MAX_CONNECTIONS) throw new SignOnRefusal('directory-busy');
  connections.set(directory.name, open + 1);
  const sockets: Socket[] = [];
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DirectoryTimeout()), directory.timeoutSeconds * 1000);
  });
  const talk = async (): Promise<T> => {
    client = await createClient(directory, sockets);
    return work(client);
  };
  try {
    return await Promise.race([talk(), late]);
  } catch (error) {
    throw await explain(error);
  } finally {
    clearTimeout(timer);
    void client?.unbind().catch(() => {});
    for (const socket of sockets) socket.destroy();
    connections.set(directory.name, (connections.get(directory.name) ?? 1) - 1);
  }
}

async function createClient(
  { url, encryption, ca, timeoutSeconds }: LdapDirectory,
  sockets: Socket[],
): Promise<Client> {
  const { Client } = await loadLdapts();
  const { hostname, port: given } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const port = Number(given || (encryption === 'ldaps' ? 636 : 389));
  const limits = { timeout: timeoutSeconds * 1000, connectTimeout: timeoutSeconds * 1000 };
  if (encryption === 'none') return new Client({ url, ...limits });
  const tlsOptions = {
    ...(ca === undefined ? {} : { ca }),
    ...(isIP(host) ? {} : { servername: host }),
    minVersion: 'TLSv1.2' as const,
    rejectUnauthorized: true,
  };
  if (encryption === 'ldaps') return new Client({ url, tlsOptions, ...limits });
  const { socket, ready } = startTls({ host, port });
  sockets.push(socket);
  await ready;
  return new Client({ url, tlsOptions: { ...tlsOptions, socket }, ...limits });
}

/** What a directory or the network says goes into the log only. */
async function explain(error: unknown): Promise<unknown> {
  if (error instanceof SignOnRefusal) return error;
  if (error instanceof DirectoryTimeout)
    return new SignOnRefusal('directory-unreachable', 'The directory did not respond in time.');
  if (!(error instanceof Error)) return error;
  const { ResultCodeError } = await loadLdapts();
  const detail = describeError(error);
  const seemsAway =
    error instanceof ResultCodeError
      ? isAway(error)
      : !(error instanceof StartTlsError) && !isAboutTrust(error);
  return new SignOnRefusal(seemsAway ? 'directory-unreachable' : 'directory-settings', detail);
}

/** busy, unavailable */
const AWAY_CODES = new Set([51, 52]);

/** Whether the result is about the directory, and not about what was asked. */
export const isAway = ({ code }: { code: number }): boolean => AWAY_CODES.has(code);

/** Whether the certificate of the directory is the problem. */
const isAboutTrust = (error: Error & { code?: unknown }): boolean =>
  typeof error.code === 'string' && /CERT|TLS|SSL|SIGNATURE|ISSUER/.test(error.code);

/** What an error of the library says, in one line. */
export const describeError = (error: Error & { code?: unknown }): string => {
  const code = error.code === undefined ? '' : ` ${String(error.code)}`;
  return `${error.name}${code}: ${error.message}`.replaceAll(/\p{C}+/gu, ' ').slice(0, 300);
};

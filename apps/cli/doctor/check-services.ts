import { createServer } from 'node:net';
import { connect } from 'node:tls';
import { newId } from '@lectern/std/ids';
import { examineDirectory } from '../../server/domains/access/sign-on/ldap/examine-directory.ts';
import { probeBroker } from '../../server/platform/broker/probe.ts';
import { probeClickHouse } from '../../server/platform/clickhouse/probe.ts';
import type { Config } from '../../server/platform/config.ts';
import { findEmbeddedPostgres } from '../../server/platform/db/embedded/find-running.ts';
import { readRelease } from '../../server/platform/http/release.ts';
import { createMailer } from '../../server/platform/mail/mailer.ts';
import { openBlobStore } from '../../server/platform/storage/open-blob-store.ts';
import { Findings, messageOf } from './finding.ts';

const TIMEOUT_MS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const FEW_DAYS = 14;

/** Writes a probe, reads it again and removes it. */
export async function checkStorage({ storage, dataDir }: Config): Promise<Findings> {
  const findings = new Findings('storage');
  const where = storage === 'disk' ? 'the data directory' : (storage.split('?', 1)[0] ?? storage);
  try {
    const store = await openBlobStore(storage, dataDir);
    const organizationId = newId();
    try {
      await store.check();
      const { hash, size } = await store.put(organizationId, Buffer.from(`probe ${organizationId}`));
      const found = await store.findSize(organizationId, hash);
      await store.delete(organizationId, hash);
      if (found !== size) throw new Error('a file that was written is not there');
      if (await store.isFull()) throw new Error('there is no room for another file');
      findings.ok(`A file was written to ${where} and removed again.`);
    } finally {
      await store.deleteAll(organizationId, AbortSignal.timeout(TIMEOUT_MS)).catch(() => {});
      await store.close();
    }
  } catch (error) {
    findings.fail(
      `Files cannot be stored in ${where}: ${messageOf(error)}.`,
      'Check LECTERN_STORAGE and its credentials.',
    );
  }
  return findings;
}

/** Signs in to the mail server, and sends nothing. */
export async function checkMail(config: Config): Promise<Findings> {
  const findings = new Findings('mail');
  const mailer = createMailer(config);
  if (!mailer) {
    findings.ok('No mail server is configured (SMTP_URL), so no email is sent.');
    return findings;
  }
  try {
    await mailer.verify();
    findings.ok('The mail server accepts the connection and the credentials.');
  } catch (error) {
    findings.fail(
      `The mail server cannot be used: ${messageOf(error)}.`,
      'Check SMTP_URL and the mail server.',
    );
  }
  return findings;
}

/** Publishes a message and hears it, as processes do with changes. Nobody else hears it. */
export async function checkBroker({ eventsUrl }: Pick<Config, 'eventsUrl'>): Promise<Findings> {
  const findings = new Findings('broker');
  if (eventsUrl === undefined) return findings;
  try {
    await probeBroker(eventsUrl, TIMEOUT_MS);
    findings.ok('The broker delivers what is published.');
  } catch (error) {
    findings.fail(
      `The broker cannot be used: ${messageOf(error)}.`,
      'Check LECTERN_EVENTS_URL, the server that it names, and the rights of its user. Changes go through the database until then.',
    );
  }
  return findings;
}

/** Asks the database of events for its version. Its tables are not looked at. */
export async function checkInsights({ insightsUrl }: Pick<Config, 'insightsUrl'>): Promise<Findings> {
  const findings = new Findings('insights');
  if (insightsUrl === undefined) return findings;
  try {
    const version = await probeClickHouse(insightsUrl, TIMEOUT_MS);
    if (isOlder(version, OLDEST_CLICKHOUSE))
      findings.warn(
        `ClickHouse ${version} is older than ${OLDEST_CLICKHOUSE.join('.')}, the oldest version that Lectern supports.`,
        'Upgrade it.',
      );
    else findings.ok(`ClickHouse ${version} responds.`);
  } catch (error) {
    findings.fail(
      `The database of events cannot be used: ${messageOf(error)}.`,
      'Check LECTERN_INSIGHTS_URL, and the ClickHouse server that it names. Events are refused until then.',
    );
  }
  return findings;
}

const OLDEST_CLICKHOUSE = [24, 8] as const;

function isOlder(version: string, [oldestMajor, oldestMinor]: readonly [number, number]): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

/** Signs in the accounts that search the directories, and reads what a sign-in reads. */
export async function checkDirectories({ ldapDirectories }: Config): Promise<Findings> {
  const findings = new Findings('directories');
  for (const directory of ldapDirectories) {
    const { warnings, problem } = await examineDirectory(directory, undefined);
    const { name } = directory;
    for (const warning of warnings)
      findings.warn(`LDAP directory “${name}”: ${warning}`, 'Check LECTERN_LDAP_FILE or LECTERN_LDAP_URL.');
    if (problem === undefined) findings.ok(`People can sign in with the LDAP directory “${name}”.`);
    else
      findings.fail(
        `The LDAP directory “${name}” cannot be used: ${problem.replace(/\.$/, '')}.`,
        'Check its settings, and run “lectern ldap test”.',
      );
  }
  return findings;
}

/** Whether the service that runs is of the version of this command. */
export async function checkService(config: Config): Promise<Findings> {
  const findings = new Findings('service');
  const own = await readRelease();
  const { baseUrl, databaseUrl, dataDir } = config;
  let running: { version: string; build: string };
  try {
    const response = await fetch(`${baseUrl}/v1/`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (!response.ok) throw new Error(`it responds with the status ${response.status}`);
    running = (await response.json()) as typeof running;
    if (typeof running.version !== 'string') throw new Error('something else responds there');
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    const reason = messageOf(cause ?? message);
    if (!databaseUrl && findEmbeddedPostgres(dataDir))
      findings.warn(
        `A service uses the data directory, but does not respond at ${baseUrl} (${reason}).`,
        'Check LECTERN_BASE_URL, and the proxy in front of the service.',
      );
    else findings.ok(`No service responds at ${baseUrl} (${reason}).`);
    return findings;
  }
  const name = ({ version, build }: typeof running) => `${version} (${build})`;
  if (running.version === own.version && running.build === own.build)
    findings.ok(`The service at ${baseUrl} is of this version, ${name(own)}.`);
  else
    findings.warn(
      `The service at ${baseUrl} is Lectern ${name(running)}, but this command is ${name(own)}.`,
      'If you are about to upgrade, this is as it should be. If you have upgraded, restart the service.',
    );
  return findings;
}

/** Whether the service can listen on its ports, or does so already. */
export async function checkPorts({ host, port, sitesPort }: Config): Promise<Findings> {
  const findings = new Findings('ports');
  const own = await fetch(`http://${addressOf(host)}:${port}/healthz`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then((response) => response.json() as Promise<{ version?: unknown }>)
    .catch(() => undefined);
  if (typeof own?.version === 'string') {
    findings.ok(`A service of Lectern listens on the ports ${port} and ${sitesPort}.`);
    return findings;
  }
  for (const [setting, wanted] of [
    ['LECTERN_PORT', port],
    ['LECTERN_SITES_PORT', sitesPort],
  ] as const) {
    const problem = await tryToListen(host, wanted);
    if (problem === 'EADDRINUSE')
      findings.fail(
        `Another program uses the port ${wanted}.`,
        `Stop it, or set ${setting} to another port.`,
      );
    else if (problem === 'EACCES')
      findings.fail(
        `This user may not listen on the port ${wanted}.`,
        `Set ${setting} to a port from 1024 on, and put a proxy in front of the service.`,
      );
    else if (problem !== undefined)
      findings.fail(`Nothing can listen on ${host}:${wanted} (${problem}).`, 'Check LECTERN_HOST.');
  }
  if (findings.list.length === 0) findings.ok(`The ports ${port} and ${sitesPort} are free.`);
  return findings;
}

/** The address at which a host to listen on can be asked. */
const addressOf = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;

const tryToListen = (host: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });

/** The certificates of the addresses at which people reach the service. */
export async function checkCertificates({ baseUrl, sitesUrl }: Config, now = new Date()): Promise<Findings> {
  const findings = new Findings('certificates');
  const origins = [...new Set([baseUrl, sitesUrl].filter((url) => url.startsWith('https:')))];
  for (const url of origins) {
    try {
      const { validTo, problem } = await readCertificate(new URL(url));
      const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
      if (days < 0) findings.fail(`The certificate of ${url} expired ${-days} days ago.`, 'Renew it.');
      else if (problem !== undefined)
        findings.fail(
          `The certificate of ${url} is not trusted: ${problem}.`,
          'Check the certificate of the proxy.',
        );
      else if (days < FEW_DAYS)
        findings.warn(
          `The certificate of ${url} expires in ${days} days.`,
          'Renew it, and check why nothing does.',
        );
      else findings.ok(`The certificate of ${url} is valid for another ${days} days.`);
    } catch (error) {
      findings.warn(
        `The certificate of ${url} cannot be read: ${messageOf(error)}.`,
        'Check the proxy and the DNS.',
      );
    }
  }
  return findings;
}

function readCertificate({ hostname, port }: URL): Promise<{ validTo: Date; problem: string | undefined }> {
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      // Only the certificate is read; whether it is trusted is part of the finding.
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
    });
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate();
      const problem = socket.authorized ? undefined : messageOf(socket.authorizationError);
      socket.destroy();
      resolve({ validTo: new Date(valid_to), problem });
    });
    socket.once('timeout', () => socket.destroy(new Error('no response')));
    socket.once('error', reject);
  });
}

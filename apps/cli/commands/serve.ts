import cluster from 'node:cluster';
import { isatty } from 'node:tty';
import type { Logger } from 'pino';
import type { Config } from '../../server/platform/config.ts';
import { findCommandName, readRelease } from '../../server/platform/http/release.ts';
import { siteUrl } from '../../server/platform/http/site-url.ts';
import { createLog } from '../../server/platform/log.ts';
import { writeServiceSettings } from '../../server/platform/service-settings.ts';
import type { BootstrapResult } from '../service/bootstrap.ts';
import type { RunningService, Started } from '../service/workers/messages.ts';
import { CommandError } from './command-error.ts';
import { isOutputInJournal } from './journal.ts';
import { stopOnSignals } from './signals.ts';

/** Serves until it is stopped. Throws a `CommandError` if it cannot go on before that. */
export async function serve(config: Config): Promise<number> {
  // Loaded when called: the process that only keeps the workers running needs no more memory than that.
  if (cluster.isWorker) return (await import('../service/workers/serve-as-worker.ts')).serveAsWorker(config);
  const log = createLog(config);
  const { version, build } = readRelease();
  log.info(`Lectern ${version} (${build}) is starting with Node.js ${process.versions.node}.`);
  const running = await (config.workers > 1 ? startSeveral(config, log) : startAlone(config, log));
  const stopped = new Promise<Stop>((stop) => {
    running.onGivenUp((failure) => stop({ reason: failure, drainSeconds: 0, failure }));
    // The terminal is closed; a service without one is asked to replace its workers.
    const isHangUp = (signal: NodeJS.Signals): boolean =>
      signal === 'SIGHUP' && running.replaceAll !== undefined && !isInTerminal();
    stopOnSignals((signal) => {
      if (isHangUp(signal)) running.replaceAll?.();
      else
        stop({
          reason: `received ${signal}`,
          // Whoever presses Ctrl-C waits for the prompt. SIGTERM is what supervisors send.
          drainSeconds: signal === 'SIGTERM' ? config.drainSeconds : 0,
        });
    }, isHangUp);
  });
  await writeServiceSettings(config);
  welcome(config, running.started);
  log.info(`Lectern ${version} is ready.`);
  const { reason, drainSeconds, failure } = await stopped;
  const drain = drainSeconds > 0 ? ` Requests are served for another ${drainSeconds} seconds.` : '';
  log.info(`Stopping: ${reason.replace(/\.$/, '')}.${drain}`);
  await running.stop({ drainSeconds });
  log.info('Stopped.');
  if (failure !== undefined) throw new CommandError(failure);
  return 0;
}

async function startAlone(config: Config, log: Logger): Promise<RunningService> {
  const { startService } = await import('../service/service.ts');
  const service = await startService({ config, log });
  return {
    started: service,
    onGivenUp: (report) => service.platform.embedded?.onGivenUp(report),
    stop: service.stop,
  };
}

async function startSeveral(config: Config, log: Logger): Promise<RunningService> {
  const { startWithWorkers } = await import('../service/workers/start-with-workers.ts');
  return startWithWorkers(config, log);
}

const isInTerminal = (): boolean => [0, 1, 2].some(isatty);

interface Stop {
  reason: string;
  drainSeconds: number;
  /** Why the service cannot go on. */
  failure?: string;
}

/** Prints the information needed to continue, beside the log. */
function welcome(config: Config, { first, unusedAdministrator }: Started): void {
  const { baseUrl, sitesUrl } = config;
  const lines = [
    ``,
    `Lectern listens on ${baseUrl}`,
    `  In a browser    ${baseUrl}/app`,
    `  API reference   ${baseUrl}/reference`,
    `  Sites, files    ${sitesUrl}`,
    ...describeProxy(config),
    ...(first ? describeFirstStart(config, first) : []),
    ...(unusedAdministrator === undefined ? [] : describeMissingToken(unusedAdministrator)),
  ];
  console.log(`${lines.join('\n')}\n`);
}

/** The service itself speaks plain HTTP: what is reached by https needs a proxy in front. */
function describeProxy({ baseUrl, sitesUrl, host, port, sitesPort }: Config): string[] {
  if (!baseUrl.startsWith('https:')) return [];
  const local = (number: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${number}`;
  const lines = [
    ``,
    `The service itself uses plain HTTP. A proxy with TLS must forward ${baseUrl} to ${local(port)}, with the Host header.`,
  ];
  return sitesUrl.startsWith('https:')
    ? [...lines, `It must also forward ${sitesUrl} to ${local(sitesPort)}.`]
    : [
        ...lines,
        `Pages at https:// cannot show files from ${sitesUrl}. Set LECTERN_SITES_URL to an https:// address that the proxy forwards to ${local(sitesPort)}.`,
      ];
}

function describeFirstSite(
  config: Config,
  { basename }: NonNullable<BootstrapResult['firstSite']>,
): string[] {
  return [
    ``,
    `The documentation is published as the first site, which will be ready in a few seconds:`,
    ``,
    `  ${siteUrl(config, { basename, hostname: null })}`,
  ];
}

function describeFirstStart(config: Config, first: BootstrapResult): string[] {
  const { baseUrl, adminEmail } = config;
  const command = findCommandName();
  const { text, token } = describeToken(first, adminEmail);
  return [
    ``,
    `This is the first start. ${text}`,
    ...(first.firstSite ? describeFirstSite(config, first.firstSite) : []),
    ``,
    `Two commands to try:`,
    ``,
    `  curl -H "Authorization: Bearer ${token}" ${baseUrl}/v1/user`,
    `  ${command} import https://github.com/<owner>/<repository>.git`,
    ``,
    `In a browser, you can sign in at ${baseUrl}/app with the token. To set a password instead, run:`,
    ``,
    `  ${command} user password --email ${adminEmail}`,
  ];
}

/** `token` is what stands for the token in commands. Output that is kept for others to read does not have it. */
function describeToken(first: BootstrapResult, email: string): { text: string; token: string } {
  if (first.isChosen)
    return {
      text: `The administrator’s token is the value of LECTERN_ADMIN_TOKEN.`,
      token: '$LECTERN_ADMIN_TOKEN',
    };
  if (isOutputInJournal()) {
    const command = `${findCommandName()} token create --email ${email}`;
    return {
      text: `The administrator’s token is not shown in the journal. To get one, run:\n\n  ${command}`,
      token: '$TOKEN',
    };
  }
  return {
    text: `Here is the administrator’s token; it is shown only once:\n\n  ${first.adminToken}`,
    token: first.adminToken,
  };
}

/** Describes how to get a token when nobody has used that of the first start: its output may be lost. */
function describeMissingToken(email: string): string[] {
  const command = findCommandName();
  return [
    ``,
    `No administrator has signed in or used a token yet. To get a new token, or a link to set a password, run:`,
    ``,
    `  ${command} token create --email ${email}`,
    `  ${command} user password --email ${email}`,
  ];
}

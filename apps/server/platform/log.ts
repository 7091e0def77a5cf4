import { parseUrl } from '@lectern/std/parse-url';
import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino';
import type { Config } from './config.ts';
import { createScrubber } from './log-scrubbing.ts';

type LogConfig = Pick<Config, 'logLevel' | 'adminToken' | 'secrets' | 'databaseUrl' | 'smtpUrl'> &
  Partial<
    Pick<
      Config,
      | 'eventsUrl'
      | 'databaseDirectUrl'
      | 'insightsUrl'
      | 'languageModel'
      | 'translation'
      | 'tracing'
      | 'oidcProviders'
      | 'ldapDirectories'
    >
  >;

/**
 * The service's log: one JSON object per line for machines, one readable line for a terminal. Every line is scrubbed of
 * secrets at the very end, so that no caller can forget to. `worker`: the number of the process, if there are several.
 */
export function createLog(
  config: LogConfig,
  output: DestinationStream & { isTTY?: boolean } = process.stdout,
  worker?: number,
): Logger {
  const scrub = createScrubberOf(config);
  const isTerminal = output.isTTY === true;
  // Written synchronously and in order: a line that is still in memory when the process dies is lost.
  const target: DestinationStream = output === process.stdout ? destination({ fd: 1, sync: true }) : output;
  return pino(
    {
      level: config.logLevel,
      base: worker === undefined ? null : { worker },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        // Fields are named in JSON only, and a stack is text only afterwards.
        streamWrite: (line) => (isTerminal ? scrub(toReadableLine(scrub(line))) : scrub(line)),
      },
    },
    target,
  );
}

/** Removes the secrets of the settings from a text, and what looks like a secret. */
export const createScrubberOf = (config: Omit<LogConfig, 'logLevel'>): ((text: string) => string) =>
  createScrubber([
    config.adminToken,
    ...(config.secrets ?? []),
    readPassword(config.databaseUrl),
    readPassword(config.smtpUrl),
    readPassword(config.databaseDirectUrl),
    readPassword(config.eventsUrl),
    readPassword(config.insightsUrl),
    config.languageModel?.key,
    config.translation?.key,
    ...Object.values(config.tracing?.headers ?? {}),
    ...(config.oidcProviders ?? []).map(({ clientSecret }) => clientSecret),
    ...(config.ldapDirectories ?? []).map(({ bind }) => bind?.password),
  ]);

function readPassword(url: string | undefined): string | undefined {
  const password = url && parseUrl(url)?.password;
  return password ? decodeURIComponent(password) : undefined;
}

/** `12:34:56 WARN  message key=value`, and a stack below it. */
function toReadableLine(line: string): string {
  const { time, level, msg, err, ...facts } = JSON.parse(line) as {
    time: string;
    level: string;
    msg?: string;
    err?: { message?: string; stack?: string };
    [fact: string]: unknown;
  };
  const parts = [time.slice(11, 19), level.toUpperCase().padEnd(5)];
  if (msg) parts.push(msg);
  for (const [name, value] of Object.entries(facts))
    parts.push(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const stack = err?.stack ?? err?.message;
  return `${parts.join(' ')}${stack ? `\n${stack}` : ''}\n`;
}

import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { type Service, startService } from '../service.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** What a shell gives a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/** Serves until it is told to stop; the exit code says whether that was asked for. */
export async function serve(config: Config): Promise<number> {
  const log = createLog(config);
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  // While it starts there is nothing to finish: what was started ends with the process.
  const leave = (): never => process.exit(INTERRUPTED);
  for (const signal of SIGNALS) process.on(signal, leave);

  const service = await startService({ config, log });
  let code = 0;
  service.platform.embedded?.onUnexpectedExit((reason) => {
    log.fatal(`The database stopped: ${reason} Start Lectern again; it recovers by itself.`);
    code = 1;
    stop();
  });
  for (const signal of SIGNALS) process.off(signal, leave).once(signal, stop);
  welcome(config, service.first);
  await new Promise<void>((resolve) => {
    if (stopping.signal.aborted) resolve();
    stopping.signal.addEventListener('abort', () => resolve());
  });
  // A second Ctrl-C does not wait.
  process.once('SIGINT', leave);
  await stopService(service);
  return code;
}

async function stopService(service: Service): Promise<void> {
  const { log } = service.platform.context;
  log.info('Stopping.');
  await service.stop();
}

/** What a person needs to go on, printed past the log. */
function welcome({ baseUrl, sitesUrl }: Config, first: Service['first']): void {
  const lines = [
    ``,
    `Lectern listens on ${baseUrl}`,
    `  API reference   ${baseUrl}/reference`,
    `  Files           ${sitesUrl}`,
  ];
  if (first) {
    const token = first.isChosen ? '$LECTERN_ADMIN_TOKEN' : first.adminToken;
    lines.push(
      ``,
      first.isChosen
        ? `This is the first start. The administrator’s token is the value of LECTERN_ADMIN_TOKEN.`
        : `This is the first start. The administrator’s token, shown only this once:\n\n  ${token}`,
      ``,
      `Two commands to try next:`,
      ``,
      `  curl -H "Authorization: Bearer ${token}" ${baseUrl}/v1/user`,
      `  npx lectern import https://github.com/<owner>/<repository>.git`,
    );
  }
  console.log(`${lines.join('\n')}\n`);
}

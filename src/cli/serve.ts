import { once } from 'node:events';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { type Service, startService } from '../service.ts';
import { CommandError } from './command-error.ts';
import { stopOnSignals } from './signals.ts';

/** Serves until it is stopped. Throws a `CommandError` if its database ends before that and cannot be started again. */
export async function serve(config: Config): Promise<number> {
  const log = createLog(config);
  const service = await startService({ config, log });
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  let failure: string | undefined;
  service.platform.embedded?.onGivenUp((reason) => {
    failure = reason;
    stop();
  });
  stopOnSignals(stop);
  welcome(config, service.first);
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  log.info('Stopping.');
  await service.stop();
  if (failure !== undefined) throw new CommandError(failure);
  return 0;
}

/** Prints the information needed to continue, beside the log. */
function welcome({ baseUrl, sitesUrl, adminEmail }: Config, first: Service['first']): void {
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
        : `This is the first start. Here is the administrator’s token; it is shown only once:\n\n  ${token}`,
      ``,
      `Two commands to try:`,
      ``,
      `  curl -H "Authorization: Bearer ${token}" ${baseUrl}/v1/user`,
      `  npx lectern import https://github.com/<owner>/<repository>.git`,
      ``,
      `In a browser, you can sign in at ${baseUrl}/app with the token. To set a password instead, run:`,
      ``,
      `  npx lectern user password --email ${adminEmail}`,
    );
  }
  console.log(`${lines.join('\n')}\n`);
}

import {
  beginMaintenance,
  endMaintenance,
} from '../../server/domains/instance/maintenance/maintenance.service.ts';
import { findMaintenance } from '../../server/platform/access/maintenance.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Context } from '../../server/platform/context.ts';
import { isTime } from '../../server/platform/http/times.ts';
import { CommandError } from './command-error.ts';
import { parseCommand } from './parse-command.ts';
import { withContext } from './with-context.ts';

const BY = 'operator';
const MAX_MESSAGE_LENGTH = 300;

/** `maintenance on`: nothing can be changed until the given time. */
export async function turnMaintenanceOn(config: Config, args: string[]): Promise<number> {
  const { until, message } = parseCommand('maintenance on', args).options;
  if (until === undefined)
    throw new CommandError('Specify when the maintenance ends, for example --until 2026-11-28T20:00Z.');
  const time = readTime(until);
  if (message !== undefined && (message.trim() === '' || message.length > MAX_MESSAGE_LENGTH))
    throw new CommandError(`--message must have 1 to ${MAX_MESSAGE_LENGTH} characters.`);
  return withContext(config, async ({ context }) => {
    await beginMaintenance(context, { until: time, message: message ?? null }, BY);
    return printMaintenance(context);
  });
}

/** `maintenance off`: ends it before its time. */
export async function turnMaintenanceOff(config: Config, args: string[]): Promise<number> {
  parseCommand('maintenance off', args);
  return withContext(config, async ({ context }) => {
    await endMaintenance(context, BY);
    return printMaintenance(context);
  });
}

/** `maintenance status`: whether something can be changed. */
export async function printMaintenanceStatus(config: Config, args: string[]): Promise<number> {
  parseCommand('maintenance status', args);
  return withContext(config, ({ context }) => printMaintenance(context));
}

async function printMaintenance(context: Context): Promise<number> {
  const maintenance = await findMaintenance(context);
  if (!maintenance) {
    console.log('Maintenance is off: everything can be changed.');
    return 0;
  }
  const { until, message } = maintenance;
  console.log(
    `Maintenance is on until ${until.toISOString()}: everything can be read, nothing can be changed.`,
  );
  if (message !== null) console.log(`Message: ${message.replace(/\p{Cc}/gu, '\ufffd')}`);
  return 0;
}

/** Also a time without seconds, as people write it, but never one without a time zone. */
function readTime(text: string): Date {
  const full = text.trim().replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(Z|[+-]\d\d:\d\d)$/i, '$1:00$2');
  if (!isTime(full))
    throw new CommandError(
      `“${text}” is not a time with a time zone. Write it like 2026-11-28T20:00Z or 2026-11-28T21:00+01:00.`,
    );
  return new Date(full);
}

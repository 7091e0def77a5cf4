import { sendTestMail } from '../../server/domains/instance/service/send-test-mail.ts';
import type { Config } from '../../server/platform/config.ts';
import { maskUrlsIn } from '../../server/platform/http/mask-url.ts';
import { createLog } from '../../server/platform/log.ts';
import { CommandError } from './command-error.ts';
import { parseCommand } from './parse-command.ts';

const ADDRESS = /^[^\s@]+@[^\s@]+$/;
const MAX_ADDRESS_LENGTH = 254;

const MARKS = { client: '>', server: '<', network: '-' } as const;

/** `mail test`: sends a mail and prints what is said to the mail server and what it answers. */
export async function testMail(config: Config, args: string[]): Promise<number> {
  const { argument: to } = parseCommand('mail test', args);
  if (to === undefined || !ADDRESS.test(to) || to.length > MAX_ADDRESS_LENGTH)
    throw new CommandError(
      to === undefined
        ? 'Specify the address that the email is sent to.'
        : `“${to}” is not an email address.`,
    );
  const log = createLog({ ...config, logLevel: 'error' });
  console.log(`Sending an email from ${config.mailFrom} to ${to}.`);
  const { error } = await sendTestMail({ config, log }, to, (from, line) => {
    for (const part of line.split(/\r?\n/))
      console.log(`${MARKS[from]} ${part.replace(/\p{Cc}/gu, '\ufffd')}`);
  });
  if (error !== undefined) throw new CommandError(maskUrlsIn(error));
  console.log('The mail server accepted the email. Whether it arrives is up to the servers after it.');
  return 0;
}

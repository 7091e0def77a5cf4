import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type MailServer, startMailServer } from '../../../test/mail-server.ts';
import { readConfig } from '../../server/platform/config.ts';
import { testMail } from './mail.ts';

let mail: MailServer;
let printed: string[];
beforeEach(async () => {
  mail = await startMailServer();
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await mail.close();
});

const configOf = (smtpUrl?: string) =>
  readConfig({
    ...(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
    LECTERN_MAIL_FROM: 'docs@example.com',
    LECTERN_LOG_LEVEL: 'fatal',
  });

test('a test email arrives, and the conversation with the mail server is printed', async () => {
  expect(await testMail(configOf(mail.url), ['ann@example.org'])).toBe(0);
  expect(mail.received).toMatchObject([{ from: 'docs@example.com', to: ['ann@example.org'] }]);
  const text = printed.join('\n');
  expect(text).toMatch(/^Sending an email from .*docs@example\.com.* to ann@example\.org\.$/m);
  expect(text).toMatch(/^> RCPT TO:<ann@example\.org>/m);
  expect(text).toMatch(/^< 250 /m);
  expect(printed.at(-1)).toContain('accepted the email');
});

test('what the mail server says when it refuses is the error', async () => {
  mail.refusal = { responseCode: 554, message: 'No relaying here' };
  await expect(testMail(configOf(mail.url), ['ann@example.org'])).rejects.toThrow('No relaying here');
  expect(printed.join('\n')).toMatch(/^< 554 No relaying here/m);
  expect(mail.received).toEqual([]);
});

test('a password is neither printed nor in an error', async () => {
  const { host } = new URL(mail.url);
  await mail.close();
  const failed = testMail(configOf(`smtp://docs:secret-of-docs@${host}`), ['ann@example.org']);
  await expect(failed).rejects.toThrow(/connect|refused/i);
  await expect(failed).rejects.not.toThrow('secret-of-docs');
  expect(printed.join('\n')).not.toContain('secret-of-docs');
  mail = await startMailServer();
});

test('an address and a mail server are required', async () => {
  await expect(testMail(configOf(mail.url), [])).rejects.toThrow('Specify the address');
  await expect(testMail(configOf(mail.url), ['ann'])).rejects.toThrow('“ann” is not an email address');
  await expect(testMail(configOf(), ['ann@example.org'])).rejects.toThrow('No mail server is configured');
});

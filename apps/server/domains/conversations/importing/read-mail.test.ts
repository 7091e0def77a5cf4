import { expect, test } from 'vitest';
import { readMail } from './read-mail.ts';

const read = (...lines: string[]) => readMail(Buffer.from(lines.join('\r\n'), 'utf8'));

test('texts are read in their character sets, and attached mails and files are left out', async () => {
  const mail = await readMail(
    Buffer.from(
      [
        'Subject: =?iso-8859-1?Q?Gr=FC=DFe?= =?utf-8?B?4oKs?=',
        'From: "Jo, of Support" <Jo@Example.org>',
        'Content-Type: multipart/mixed; boundary="a b"',
        '',
        '--a b',
        'Content-Type: text/plain; charset=windows-1252',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'It costs five, in M=FCnchen.',
        '--a b',
        'Content-Type: message/rfc822',
        '',
        'Subject: Inner',
        '',
        'An attached mail',
        '--a b',
        'Content-Type: text/plain',
        'Content-Disposition: attachment; filename=a.txt',
        '',
        'An attached file',
        '--a b--',
      ].join('\r\n'),
      'latin1',
    ),
  );
  expect(mail).toMatchObject({
    subject: 'Grüße€',
    sender: 'jo@example.org',
    body: 'It costs five, in München.',
  });
});

test('of a mail whose parts are nested without end, or that is cut off, the head is kept', async () => {
  const parts = Array.from(
    { length: 300 },
    (_, n) => `Content-Type: multipart/mixed;\r\n boundary=b${n}\r\n\r\n--b${n}`,
  );
  const head = ['Subject: Nested', 'From: jo@example.org', 'Message-ID: <1@example.org>'];
  expect(await read(...head, ...parts)).toMatchObject({
    subject: 'Nested',
    sender: 'jo@example.org',
    messageId: '1@example.org',
    body: '',
  });
  expect(await read(...head)).toMatchObject({ subject: 'Nested', body: '' });
  expect(await read('')).toMatchObject({ subject: '', sender: '', body: '', references: [] });
});

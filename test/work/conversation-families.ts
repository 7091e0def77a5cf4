import { lineFamilies } from './request-families.ts';

const each = (n: number, write: (i: number) => string, separator = '\n'): string =>
  Array.from({ length: n }, (_, i) => write(i)).join(separator);

/** Messages of users, as Markdown and as HTML. */
export const messageFamilies: Record<string, (n: number) => string> = {
  ...lineFamilies,
  ...Object.fromEntries(
    [
      'jane@example.org ',
      'a@',
      '4111 1111 1111 1111 ',
      '1 ',
      '+1 ',
      '(415) ',
      '1.1.1.1 ',
      '1:',
      'eyJaaaaaaaaa.',
      'sk-a1B2c3D4e5F6g7H8i9 ',
      'password=a ',
      'password: ',
      'token:',
      'token=[a $A.<a',
      'token: {{',
      'Bearer ',
      'Cookie: ',
      '-----BEGIN PRIVATE KEY-----',
      '<p>a</p>',
      '<div>',
      '<blockquote>',
      '> a\n',
      '```\n',
      '[a](b) ',
      '[a](',
      'On Monday, Jane wrote\n',
      '-- \n',
      'How do I do this? ',
      'Wie ändere ich das? ',
      '漢字。',
    ].map((part) => [`many of ${JSON.stringify(part)}`, (n: number) => part.repeat(n)]),
  ),
};

/** Mails as bytes in a text. */
export const mailFamilies: Record<string, (n: number) => string> = {
  headers: (n) => `${each(n, (i) => `X-${i}: a`)}\n\na`,
  'folded headers': (n) => `Subject: a\n${each(n, () => ' b')}\n\na`,
  'encoded words': (n) => `Subject: ${each(n, () => '=?utf-8?q?a?=', ' ')}\n\na`,
  'broken encoded words': (n) => `Subject: ${'=?utf-8?q?a'.repeat(n)}\n\na`,
  references: (n) => `References: ${each(n, (i) => `<${i}@a>`, ' ')}\n\na`,
  'broken references': (n) => `References: ${'<'.repeat(n)}\n\na`,
  parts: (n) => `Content-Type: multipart/mixed; boundary=b\n\n${each(n, (i) => `--b\n\n${i}`)}\n--b--`,
  'nested parts': (n) => each(n, (i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}`),
  parameters: (n) => `Content-Type: text/plain; ${'a=b; '.repeat(n)}\n\na`,
  'quoted characters': (n) => `Content-Transfer-Encoding: quoted-printable\n\n${'=C3=A4'.repeat(n)}`,
  blanks: (n) => `Subject: ${' '.repeat(n)}a\n${'\n'.repeat(n)}a`,
};

type Conversations = {
  conversationId: string;
  subject: null;
  parts: { role: string; body: string }[];
  former: [];
}[];

const saying = (n: number, write: (i: number) => string): Conversations =>
  Array.from({ length: n }, (_, i) => ({
    conversationId: String(i),
    subject: null,
    parts: [{ role: 'user', body: write(i) }],
    former: [],
  }));

const TOPICS = ['invoice payment', 'domain certificate', 'search results', 'import pages', 'login password'];

/** Conversations that are placed in clusters. */
export const conversationFamilies: Record<string, (n: number) => Conversations> = {
  'about one thing': (n) => saying(n, () => 'Where is the invoice of last month?'),
  'about a few things': (n) => saying(n, (i) => `Trouble with the ${TOPICS[i % TOPICS.length]} of today`),
  'about a few things, with a word of their own': (n) =>
    saying(n, (i) => `Trouble with the ${TOPICS[i % TOPICS.length]} called nr${i.toString(36)}x`),
};

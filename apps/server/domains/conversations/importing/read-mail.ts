import PostalMime, { type Email } from 'postal-mime';

/** The fields of a mail that an import reads. */
export interface Mail {
  messageId: string | undefined;
  /** The ids of the earlier mails in its thread, oldest first. */
  references: string[];
  subject: string;
  /** The address of the sender, by which the people in a thread are distinguished. */
  sender: string;
  date: Date | undefined;
  /** Plain text if there is any, otherwise HTML, without attachments. */
  body: string;
}

/** Reads a mail from its bytes. Of one that is not well-formed, such as with parts in parts without end, the head. */
export async function readMail(bytes: Uint8Array): Promise<Mail> {
  const email = await PostalMime.parse(bytes, OPTIONS).catch(() => PostalMime.parse(headOf(bytes), OPTIONS));
  const time = Date.parse(email.date ?? '');
  return {
    messageId: idsIn(email.messageId)[0],
    references: [...idsIn(email.references), ...idsIn(email.inReplyTo).slice(0, 1)],
    subject: email.subject ?? '',
    sender: senderOf(email),
    date: Number.isNaN(time) ? undefined : new Date(time),
    body: (email.text ?? email.html ?? '').trimEnd(),
  };
}

/** Mails in a mail are attachments: what they say was not written to the team. */
const OPTIONS = { forceRfc822Attachments: true, maxNestingDepth: 20, maxHeadersSize: 1_000_000 };

/** Without the header that says how the body is to be read. */
function headOf(bytes: Uint8Array): string {
  const [head = ''] = Buffer.from(bytes)
    .toString('latin1')
    .slice(0, OPTIONS.maxHeadersSize / 2)
    .split(/\r?\n\r?\n/, 1);
  return `${head.replace(/^content-[^\n]*(?:\n[ \t][^\n]*)*\n?/gim, '')}\n\n`;
}

const senderOf = ({ from }: Email): string => (from?.address || from?.name || '').trim().toLowerCase();

const idsIn = (text = ''): string[] =>
  [...text.matchAll(/<([^<>\s]{1,900})>/g)].map(([, id]) => id as string);

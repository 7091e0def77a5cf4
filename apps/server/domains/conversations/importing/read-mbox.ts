import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { FoundConversation } from './imported-conversation.ts';
import { type Mail, readMail } from './read-mail.ts';

/** Longer mails are read up to this length: attachments follow. */
const MAX_MAIL_LENGTH = 5_000_000;

/** Reads the threads of an mbox file as conversations. The sender of the first mail is the user, others the team. */
export async function readMbox(file: string): Promise<FoundConversation[]> {
  const threads = new Map<string, Mail[]>();
  const threadOf = new Map<string, string>();
  let count = 0;
  for await (const raw of splitMbox(file)) {
    const mail = await readMail(Buffer.from(raw, 'latin1'));
    count += 1;
    const id = mail.messageId ?? `mail-${count}`;
    const known = mail.references.map((reference) => threadOf.get(reference)).find(Boolean);
    const thread = known ?? mail.references[0] ?? id;
    for (const one of [id, ...mail.references]) if (!threadOf.has(one)) threadOf.set(one, thread);
    threads.set(thread, [...(threads.get(thread) ?? []), mail]);
  }
  return [...threads].map(([id, mails]) => toConversation(id, mails));
}

function toConversation(id: string, unsorted: readonly Mail[]): FoundConversation {
  const mails = [...unsorted].sort((a, b) => (a.date?.getTime() ?? 0) - (b.date?.getTime() ?? 0));
  const [first] = mails as [Mail];
  return {
    id,
    subject: first.subject.replace(/^(?:(?:re|fwd?|aw|wg|rv|tr):\s{0,5})+/i, ''),
    createdAt: first.date,
    messages: mails.map(({ sender, body }) => ({
      role: sender === first.sender ? 'user' : 'team-member',
      body,
    })),
  };
}

/** Each mail of an mbox file, as bytes in a text. */
async function* splitMbox(file: string): AsyncGenerator<string> {
  const lines = createInterface({
    input: createReadStream(file, 'latin1'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let mail: string[] | undefined;
  let length = 0;
  let isAfterBlank = true;
  for await (const line of lines) {
    if (isAfterBlank && line.startsWith('From ')) {
      if (mail) yield mail.join('\n');
      mail = [];
      length = 0;
    } else if (mail && length < MAX_MAIL_LENGTH) {
      // A line of the text that looks like the beginning of a mail has a sign before it.
      mail.push(/^>{1,100}From /.test(line) ? line.slice(1) : line);
      length += line.length + 1;
    }
    isAfterBlank = line === '';
  }
  if (mail) yield mail.join('\n');
}

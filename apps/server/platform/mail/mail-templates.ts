import { type Html, html } from '@lectern/html/html';
import type { WaitingMail } from './enqueue-mail.ts';
import { mailHtml } from './mail-html.ts';
import type { Mail } from './mailer.ts';

interface Wording {
  subject: string;
  /** The paragraphs before the link. */
  before: string[];
  /** The label of the link. */
  action: string;
  after: string[];
}

type Wordings = Record<WaitingMail['template'], (names: Record<string, string>, host: string) => Wording>;

const WORDINGS: Wordings = {
  invitation: ({ organization, inviter }, host) => {
    const where = quote(organization) ?? 'an organization';
    const by = quote(inviter);
    return {
      subject: `You are invited to ${where}`,
      before: [
        `${by === undefined ? 'You have been invited' : `${by} has invited you`} to ${where} on ${host}.`,
      ],
      action: 'View invitation',
      after: ['If you did not expect this email, you can ignore it.'],
    };
  },
  password: (_names, host) => ({
    subject: 'Set a new password',
    before: [`Someone, hopefully you, requested a new password for your account on ${host}.`],
    action: 'Set a new password',
    after: ['If this was not you, you can ignore this email. Your password does not change.'],
  }),
  email: (_names, host) => ({
    subject: 'Confirm your email address',
    before: [`This email address was entered for an account on ${host}. Please confirm that it is yours.`],
    action: 'Confirm email address',
    after: ['If you do not have an account there, you can ignore this email.'],
  }),
};

/** Writes the mail; `link` is the target of its link, which works until `expiresAt`. */
export function writeMail(
  { to, template, names }: Pick<WaitingMail, 'to' | 'template' | 'names'>,
  { link, expiresAt }: { link: string; expiresAt: Date },
): Mail {
  const wording = WORDINGS[template](names, new URL(link).host);
  const after = [`The link works once and expires at ${showTime(expiresAt)}.`, ...wording.after];
  return {
    to,
    subject: wording.subject,
    text: `${[...wording.before, `${wording.action}:\n${link}`, ...after].join('\n\n')}\n`,
    html: mailHtml(wording.subject, renderWording({ ...wording, after }, link)),
  };
}

const renderWording = ({ before, action, after }: Wording, link: string): Html => html`
${before.map((paragraph) => html`<p>${paragraph}</p>\n`)}<p><a href="${link}">${action}</a></p>
${after.map((paragraph) => html`<p>${paragraph}</p>\n`)}`;

const showTime = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const MAX_NAME_LENGTH = 80;
/** A user who chooses a name must not be able to put a link into our mails. */
const ADDRESS = /:\/\/|\bwww\.|\w\.\w{2,}\/|@/i;

/** Returns a user-chosen name on one line between quotation marks; undefined if there is none to show. */
export function quote(name: string | undefined): string | undefined {
  const line = (name ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  if (line === '' || ADDRESS.test(line)) return undefined;
  const characters = [...line];
  const short =
    characters.length > MAX_NAME_LENGTH ? `${characters.slice(0, MAX_NAME_LENGTH).join('')}…` : line;
  return `“${short.replace(/[“”]/g, '"')}”`;
}

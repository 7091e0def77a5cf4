import { html } from '@lectern/html/html';
import type { Notice } from './enqueue-mail.ts';
import { mailHtml } from './mail-html.ts';
import type { Mail } from './mailer.ts';

/** The subject and the paragraphs of each notice. */
const WORDINGS: Record<Notice['template'], (service: string) => { subject: string; paragraphs: string[] }> = {
  'password-changed': (service) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account on ${service} has just been changed. Browsers that were signed in with the old password have been signed out.`,
      `If this was not you, set a new password at ${service}/app/forgot-password and contact the operator of the service.`,
    ],
  }),
  'passkey-added': (service) => ({
    subject: 'A passkey was added to your account',
    paragraphs: [
      `A passkey was added to your account on ${service}. It can be used to sign in without your password.`,
      `If this was not you, remove it and change your password at ${service}/app/account/security.`,
    ],
  }),
  'passkey-removed': (service) => ({
    subject: 'A passkey was removed from your account',
    paragraphs: [
      `A passkey was removed from your account on ${service}. It can no longer be used to sign in.`,
      `If this was not you, change your password at ${service}/app/account/security.`,
    ],
  }),
  'email-changed': (service) => ({
    subject: 'Your email address was changed',
    paragraphs: [
      `The email address of your account on ${service} was changed. Email for the account is no longer sent to this address.`,
      'If this was not you, contact the operator of the service.',
    ],
  }),
  'backup-failed': (service) => ({
    subject: 'A backup of Lectern failed',
    paragraphs: [
      `The scheduled backup of ${service} failed. The next one is made at its usual time.`,
      `The reason is at ${service}/app/instance/jobs, among the failed jobs. You get this email because you administer the instance.`,
    ],
  }),
};

export function writeNotice({ to, template }: Notice, baseUrl: string): Mail {
  const { subject, paragraphs } = WORDINGS[template](baseUrl);
  return {
    to,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: mailHtml(
      subject,
      paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`),
    ),
  };
}

import { html } from '../html/html.ts';
import type { Notice } from './enqueue-mail.ts';
import { mailHtml } from './mail-html.ts';
import type { Mail } from './mailer.ts';

/** What each tells: its subject, and a paragraph each. */
const WORDINGS: Record<Notice['template'], (service: string) => { subject: string; paragraphs: string[] }> = {
  'password-changed': (service) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account on ${service} has just been changed, and the browsers that were signed in with the old one are signed out.`,
      `If it was not you, set another one at ${service}/app/forgot-password, and tell who runs the service.`,
    ],
  }),
  'email-changed': (service) => ({
    subject: 'Your email address was changed',
    paragraphs: [
      `Your account on ${service} has another email address now: mail no longer comes here.`,
      'If it was not you, tell who runs the service.',
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

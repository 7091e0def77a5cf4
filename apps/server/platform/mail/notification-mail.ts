import { html } from '@lectern/html/html';
import { mailHtml } from './mail-html.ts';
import { quote } from './mail-templates.ts';
import type { Mail } from './mailer.ts';

/** The content of the mail about a notification. Names are as users chose them. */
export interface ComposedNotification {
  to: string;
  heading: string;
  actor: string | undefined;
  /** The action of the actor: “requests your review of”. */
  action: string;
  /** The object of the action: “change request 12”. */
  target: string;
  title: string | undefined;
  space: string;
  link: string;
  /** The addresses at which a person and a mail program unsubscribe. */
  unsubscribePage: string;
  unsubscribeUrl: string;
}

export function writeNotification(notification: ComposedNotification): Mail {
  const { to, heading, actor, action, target, title, space, link, unsubscribePage } = notification;
  const where = quote(space);
  const parts = [quote(actor) ?? 'Somebody', action, target, quote(title), where && `in ${where}`];
  const sentence = `${parts.filter((part) => part !== undefined).join(' ')}.`;
  return {
    to,
    subject: where === undefined ? heading : `${heading} in ${where}`,
    text: `${[sentence, `View it:\n${link}`, `To stop receiving emails of this kind, unsubscribe:\n${unsubscribePage}`].join('\n\n')}\n`,
    html: mailHtml(
      heading,
      html`<p>${sentence}</p>
<p><a href="${link}">View it</a></p>
<p><small>To stop receiving emails of this kind, <a href="${unsubscribePage}">unsubscribe</a>.</small></p>
`,
    ),
    unsubscribeUrl: notification.unsubscribeUrl,
  };
}

import { html } from '@lectern/html/html';
import type { SpecMailChange } from './enqueue-mail.ts';
import { mailHtml } from './mail-html.ts';
import { quote } from './mail-templates.ts';
import type { Mail } from './mailer.ts';

/** The mail about a version of an OpenAPI spec that breaks clients, with all that it says. */
export interface ComposedSpecMail {
  to: string;
  /** The slug. */
  spec: string;
  breaking: number;
  changes: readonly SpecMailChange[];
  link: string;
  /** Where a person unsubscribes, and where a mail program does. */
  unsubscribePage: string;
  unsubscribeUrl: string;
}

export function writeSpecMail(mail: ComposedSpecMail): Mail {
  const { to, spec, breaking, link, unsubscribePage, unsubscribeUrl } = mail;
  const subject = `Breaking changes in the OpenAPI spec “${spec}”`;
  const count = breaking === 1 ? 'one change that breaks' : `${breaking} changes that break`;
  const sentence = `The new version of the OpenAPI spec “${spec}” has ${count} clients.`;
  const lines = mail.changes.flatMap(writeChange);
  const rest = breaking - lines.length;
  if (lines.length > 0 && rest > 0) lines.push(`and ${rest} more`);
  const paragraphs = [
    sentence,
    ...(lines.length > 0 ? [lines.map((line) => `- ${line}`).join('\n')] : []),
    `View the organization:\n${link}`,
    `To stop receiving emails of this kind, unsubscribe:\n${unsubscribePage}`,
  ];
  return {
    to,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: mailHtml(
      subject,
      html`<p>${sentence}</p>
<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
<p><a href="${link}">View the organization</a></p>
<p><small>To stop receiving emails of this kind, <a href="${unsubscribePage}">unsubscribe</a>.</small></p>
`,
    ),
    unsubscribeUrl,
  };
}

/** Names are those of the spec: one that looks like an address would be a link in this mail, and is left out. */
function writeChange({ kind, name, operation }: SpecMailChange): string[] {
  const quoted = quote(name);
  if (quoted === undefined) return [];
  const what = kind.replaceAll('-', ' ');
  const where = quote(operation);
  return [`${what}: ${quoted}${where === undefined ? '' : ` in ${where}`}`];
}

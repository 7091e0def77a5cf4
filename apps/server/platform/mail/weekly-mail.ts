import { html } from '@lectern/html/html';
import { mailHtml } from './mail-html.ts';
import { quote } from './mail-templates.ts';
import type { Mail } from './mailer.ts';

/** A list in a weekly mail: names as readers and authors chose them, with numbers. */
interface WeeklyList {
  title: string;
  entries: readonly { name: string; count: number }[];
}

/** The content of the weekly mail about a site. */
export interface ComposedWeekly {
  to: string;
  site: string;
  /** The days of the week, such as `2026-11-16`. */
  from: string;
  until: string;
  /** The counts of the week, and of the week before. */
  counts: readonly { name: string; now: number; before: number }[];
  lists: readonly WeeklyList[];
  link: string;
  /** The addresses at which a person and a mail program unsubscribe. */
  unsubscribePage: string;
  unsubscribeUrl: string;
}

export function writeWeekly(weekly: ComposedWeekly): Mail {
  const { to, from, until, link, unsubscribePage, unsubscribeUrl } = weekly;
  const subject = `Readers of ${quote(weekly.site) ?? 'a site'} from ${from} to ${until}`;
  const counts = weekly.counts.map(
    ({ name, now, before }) => `${name}: ${show(now)} (${compare(now, before)})`,
  );
  const lists = weekly.lists
    .map(({ title, entries }) => ({ title, lines: entries.flatMap(writeEntry) }))
    .filter(({ lines }) => lines.length > 0);
  const paragraphs = [
    `${subject}:`,
    counts.join('\n'),
    ...lists.map(({ title, lines }) => `${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`),
    `View all:\n${link}`,
    `To stop receiving these emails, unsubscribe:\n${unsubscribePage}`,
  ];
  return {
    to,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: mailHtml(
      subject,
      html`<h1>${subject}</h1>
<ul>${counts.map((line) => html`<li>${line}</li>`)}</ul>
${lists.map(({ title, lines }) => html`<h2>${title}</h2>\n<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>\n`)}<p><a href="${link}">View all</a></p>
<p><small>To stop receiving these emails, <a href="${unsubscribePage}">unsubscribe</a>.</small></p>
`,
    ),
    unsubscribeUrl,
  };
}

const show = (value: number): string => value.toLocaleString('en-US');

/** Writes an entry. Anybody can search for a URL, which would become a link in this mail: such names are left out. */
function writeEntry({ name, count }: WeeklyList['entries'][number]): string[] {
  const quoted = quote(name);
  return quoted === undefined ? [] : [`${quoted}: ${show(count)}`];
}

function compare(now: number, before: number): string {
  if (before === 0) return 'none the week before';
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return 'as many as the week before';
  return `${show(Math.abs(percent))}% ${percent > 0 ? 'more' : 'less'} than the week before`;
}

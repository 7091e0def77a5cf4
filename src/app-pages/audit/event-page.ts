import type { Context } from '../../context.ts';
import type { AuditEventRow } from '../../features/audit/audit.repository.ts';
import { getEvent } from '../../features/audit/audit.service.ts';
import { type Html, html } from '../../html/html.ts';
import { renderTime } from '../../html/time.ts';
import { renderFacts } from '../facts.ts';
import { labelOf, sourceOf } from './audit-page.ts';

export interface EventData {
  title: string;
  event: AuditEventRow;
}

export async function readEvent(
  { db }: Pick<Context, 'db'>,
  key: { organizationId: string; auditEventId: string },
): Promise<EventData> {
  const event = await getEvent(db, key);
  return { title: labelOf(event.action), event };
}

export const renderEvent = ({ title, event }: EventData): Html => html`<h1>${title}</h1>
${renderFacts([
  ['When', renderTime(event.occurred_at)],
  ['By', html`${event.actor_label ?? event.actor_type} <code>${event.actor_id}</code>`],
  ['To', html`${event.target_type} ${event.target_label} <code>${event.target_id}</code>`],
  ['Way', sourceOf(event.source)],
  ['From', event.address],
  ['Event', html`<code>${event.event_id}</code>`],
])}
<h2>What changed</h2>
<pre><code>${JSON.stringify(event.payload, null, 2)}</code></pre>`;

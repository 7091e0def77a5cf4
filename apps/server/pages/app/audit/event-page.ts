import { type Html, html } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import type { AuditEventRow } from '../../../domains/core/audit/audit.queries.ts';
import { getEvent } from '../../../domains/core/audit/audit.service.ts';
import type { Context } from '../../../platform/context.ts';
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
  ['Time', renderTime(event.occurred_at)],
  ['Actor', html`${event.actor_label ?? event.actor_type} <code>${event.actor_id}</code>`],
  ['Target', html`${event.target_type} ${event.target_label} <code>${event.target_id}</code>`],
  ['Source', sourceOf(event.source)],
  ['IP address', event.address],
  ['Event', html`<code>${event.event_id}</code>`],
])}
<h2>Changes</h2>
<pre><code>${JSON.stringify(event.payload, null, 2)}</code></pre>`;

import { type Html, html, type Insertion } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import { AUDIT_ACTIONS } from '../../../domains/core/audit/actions.ts';
import type { ListedEventRow } from '../../../domains/core/audit/audit.queries.ts';
import { listEvents } from '../../../domains/core/audit/audit.service.ts';
import type { Context } from '../../../platform/context.ts';
import { isTime } from '../../../platform/http/times.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { createFilterFields } from '../../parts/form/form.ts';
import { nameOf } from '../../parts/name.ts';

const EVENTS_PER_PAGE = 100;
const DAY = /^\d{4}-\d\d-\d\d$/;

const isDay = (text: string): boolean => DAY.test(text) && isTime(text);

/** '': whatever it is. */
export interface AuditFilter {
  action: string;
  actor: string;
  target: string;
  /** Days in UTC. */
  from: string;
  to: string;
}

export interface AuditData {
  here: string;
  filter: AuditFilter;
  count: number | undefined;
  events: (ListedEventRow & { href: string; actorHref: string; targetHref: string })[];
  next: string | undefined;
}

/** `page`: the cursor of a page of the list. */
export async function readAudit(
  context: Pick<Context, 'db' | 'cursors'>,
  addresses: Addresses,
  organizationId: string,
  asked: { filter: AuditFilter; page: string | undefined },
): Promise<AuditData> {
  const { filter, page } = asked;
  const { action, actor, target, from, to } = filter;
  const { rows, count, next } = await listEvents(context, organizationId, {
    limit: EVENTS_PER_PAGE,
    ...(page === undefined ? {} : { page }),
    ...(action === '' ? {} : { action }),
    ...(actor === '' ? {} : { actor }),
    ...(target === '' ? {} : { target }),
    ...(isDay(from) ? { from: `${from}T00:00:00.000Z` } : {}),
    ...(isDay(to) ? { to: `${to}T23:59:59.999Z` } : {}),
  });
  const here = addresses.inOrganization(organizationId, 'audit');
  const filtered = (change: Partial<AuditFilter> & { page?: string }): string => {
    const said = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '');
    return said.length === 0 ? here : `${here}?${new URLSearchParams(said)}`;
  };
  return {
    here,
    filter,
    count,
    events: rows.map((row) => ({
      ...row,
      href: `${here}/${row.event_id}`,
      actorHref: filtered({ actor: row.actor_id }),
      targetHref: filtered({ target: row.target_id }),
    })),
    next: next === undefined ? undefined : filtered({ page: next }),
  };
}

export const renderAudit = ({
  here,
  filter,
  count,
  events,
  next,
}: AuditData): Html => html`<h1>Audit <small class="note">${count ?? 'more than 10,000'}</small></h1>
<p>Changes to people, access and settings, newest first.</p>
${renderFilter(here, filter)}
${events.length === 0 ? html`<p>No matching events.</p>` : renderTable(events)}
${next !== undefined && html`<p><a href="${next}" rel="next">Older events</a></p>`}`;

function renderFilter(here: string, { action, actor, target, from, to }: AuditFilter): Html {
  const { text, select } = createFilterFields('filter');
  return html`<form class="filter" method="get" action="${here}" role="search">
${select({ name: 'action', label: 'Action', value: action, options: [['', 'any'], ...Object.entries(AUDIT_ACTIONS)] })}
${text({ name: 'actor', label: 'Actor ID', value: actor, maxLength: 100 })}
${text({ name: 'target', label: 'Target ID', value: target, maxLength: 100 })}
${text({ name: 'from', label: 'From', type: 'date', value: from })}
${text({ name: 'to', label: 'To', type: 'date', value: to })}
<button type="submit">Search</button>
</form>`;
}

export const labelOf = (action: string): string =>
  (AUDIT_ACTIONS as Record<string, string>)[action] ?? action;

const SOURCES: Record<string, string> = { api: 'API', ui: 'page', script: 'command line' };
export const sourceOf = (source: string): string => SOURCES[source] ?? source;

const renderTable = (events: AuditData['events']): Insertion =>
  html`<div class="scroll" role="region" aria-label="Events" tabindex="0"><table class="list">
<thead><tr><th scope="col">Time</th><th scope="col">Action</th><th scope="col">Actor</th><th scope="col">Target</th><th scope="col">Source</th></tr></thead>
<tbody>${events.map(
    (event) => html`<tr>
<td>${renderTime(event.occurred_at)}</td>
<th scope="row"><a href="${event.href}">${labelOf(event.action)}</a></th>
<td><a href="${event.actorHref}">${nameOf(event.actor_label ?? (event.actor_type === 'system' ? 'the service' : event.actor_id))}</a></td>
<td>${event.target_type} <a href="${event.targetHref}">${nameOf(event.target_label ?? event.target_id)}</a></td>
<td>${sourceOf(event.source)}</td>
</tr>\n`,
  )}</tbody>
</table></div>`;

import { type Html, html, type Insertion } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import {
  listSessionRows,
  type SessionOwner,
  type SessionRow,
} from '../../../domains/identity/sessions/sessions.queries.ts';
import { startOfIdleness } from '../../../platform/access/session-lifetime.ts';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { type FormContext, renderButtonForm, renderForm } from '../../parts/form/form.ts';

const SESSIONS_PER_PAGE = 100;

export interface SessionsData {
  here: string;
  count: number;
  sessions: (SessionRow & { isCurrent: boolean })[];
  next: string | undefined;
  isEditable: boolean;
}

/** `page`: the cursor of a page of the list; `currentId`: of the browser that asks. */
export async function readSessions(
  { db, cursors, clock }: Pick<Context, 'db' | 'cursors' | 'clock'>,
  addresses: Addresses,
  owner: SessionOwner,
  asked: { page: string | undefined; currentId: string | undefined; isEditable: boolean },
): Promise<SessionsData> {
  const { page, currentId, isEditable } = asked;
  const list = openList<string>(cursors, `app-sessions:${owner.userId}:${owner.onlyIn ?? ''}`, {
    page,
    limit: SESSIONS_PER_PAGE,
  });
  const now = clock();
  const { rows, count, next } = await listSessionRows(db, {
    owner,
    now,
    idleSince: startOfIdleness(now),
    ...list.asked,
  });
  const here = addresses.sessions();
  return {
    here,
    count,
    sessions: rows.map((row) => ({ ...row, isCurrent: row.session_id === currentId })),
    next: next === undefined ? undefined : `${here}?page=${list.cursorOf(next)}`,
    isEditable,
  };
}

export function renderSessions(data: SessionsData, context: FormContext): Html {
  const { here, count, sessions, next, isEditable } = data;
  return html`<h1>Sessions <small class="note">${count}</small></h1>
<p>The browsers in which you are signed in. Sign out any that you do not recognize.</p>
${renderTable(sessions, data, context)}
${next !== undefined && html`<p><a href="${next}" rel="next">Older sessions</a></p>`}
${
  isEditable &&
  count > 1 &&
  renderForm(context, {
    name: 'others',
    action: `${here}/end-others`,
    submit: 'Sign out others',
    isDanger: true,
  })
}`;
}

const renderTable = (
  sessions: SessionsData['sessions'],
  { here, isEditable }: SessionsData,
  context: FormContext,
): Insertion => html`<div class="scroll" role="region" aria-label="Sessions" tabindex="0"><table class="list">
<thead><tr><th scope="col">Browser</th><th scope="col">Signed in</th><th scope="col">Last used</th><th scope="col">IP address</th>${isEditable && html`<th scope="col">Sign out</th>`}</tr></thead>
<tbody>${sessions.map(
  (session) => html`<tr>
<th scope="row" class="wide">${session.user_agent ?? 'unknown'}${session.isCurrent && html` <span class="tag">this browser</span>`}</th>
<td>${renderTime(session.created_at)} by ${METHODS[session.method]}</td>
<td>${session.last_used_at === null ? 'not used since' : renderTime(session.last_used_at)}</td>
<td>${session.address}</td>
${
  isEditable &&
  html`<td>${
    !session.isCurrent &&
    renderButtonForm(context, {
      name: `end-${session.session_id}`,
      action: `${here}/${session.session_id}/end`,
      submit: 'Sign out',
      about: session.user_agent ?? '',
      isDanger: true,
    })
  }</td>`
}
</tr>\n`,
)}</tbody>
</table></div>`;

const METHODS: Record<string, string> = { password: 'password', token: 'token', saml: 'single sign-on' };

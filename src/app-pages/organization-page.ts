import type { Caller } from '../access/role-sql.ts';
import type { Context } from '../context.ts';
import { emojiText } from '../features/content/documents/document.ts';
import { getOrganizationRow } from '../features/organizations/organizations.service.ts';
import { DEFAULT_EMOJI } from '../features/spaces/spaces.present.ts';
import { listSpaceRows, type SpacePosition } from '../features/spaces/spaces.repository.ts';
import type { Addresses } from './addresses.ts';
import { type Html, html } from './html.ts';
import { renderTime } from './time.ts';

const SPACES_PER_PAGE = 200;

export interface SpaceItem {
  title: string;
  emoji: string;
  href: string;
  updatedAt: Date;
}

export interface OrganizationData {
  title: string;
  spaces: SpaceItem[];
  count: number;
  /** The address of the spaces that follow. */
  next: string | undefined;
}

export async function readOrganization(
  { db, cursors }: Pick<Context, 'db' | 'cursors'>,
  addresses: Addresses,
  caller: Caller,
  page: string | undefined,
): Promise<OrganizationData> {
  const { organizationId } = caller;
  const list = `app-spaces:${organizationId}`;
  const after = page === undefined ? undefined : cursors.open<SpacePosition>(list, page);
  const organization = await getOrganizationRow(db, organizationId);
  const spaces = await listSpaceRows(db, caller, { after, limit: SPACES_PER_PAGE });
  const here = addresses.organization(organizationId);
  return {
    title: organization.title,
    spaces: spaces.rows.map((row) => ({
      title: row.title,
      emoji: emojiText(row.emoji ?? DEFAULT_EMOJI),
      href: addresses.space(row.space_id),
      updatedAt: row.updated_at,
    })),
    count: spaces.count,
    next: spaces.next === undefined ? undefined : `${here}?page=${cursors.issue(list, spaces.next)}`,
  };
}

export const renderOrganization = ({
  title,
  spaces,
  count,
  next,
}: OrganizationData): Html => html`<h1>${title}</h1>
<h2>Spaces <small class="note">${count}</small></h2>
${spaces.length === 0 ? html`<p>There is no space here that you may read.</p>` : renderSpaces(spaces)}
${next !== undefined && html`<p><a href="${next}" rel="next">More spaces</a></p>`}`;

const renderSpaces = (spaces: readonly SpaceItem[]): Html =>
  html`<ul class="cards">${spaces.map(
    ({ title, emoji, href, updatedAt }) =>
      html`<li><span class="emoji" aria-hidden="true">${emoji}</span><a href="${href}">${title}</a>
<small class="note">changed ${renderTime(updatedAt)}</small></li>`,
  )}</ul>`;

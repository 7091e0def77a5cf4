import { type Html, html } from '@lectern/html/html';
import { listOrganizationRows } from '../../domains/identity/organizations/organizations.queries.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Addresses } from '../parts/addresses.ts';

/** The size of one page; a member of more organizations finds the others by their addresses. */
const LIMIT = 500;

export interface HomeData {
  organizations: { title: string; href: string }[];
}

export async function readHome(
  { db }: Pick<Context, 'db'>,
  addresses: Addresses,
  actor: Actor,
): Promise<HomeData> {
  const { rows } = await listOrganizationRows(db, { actor, after: undefined, limit: LIMIT });
  return {
    organizations: rows.map((row) => ({
      title: row.title,
      href: addresses.organization(row.organization_id),
    })),
  };
}

export const renderHome = ({ organizations }: HomeData): Html => html`<h1>Your organizations</h1>
${
  organizations.length === 0
    ? html`<p>You do not belong to any organization.</p>`
    : html`<ul class="cards">${organizations.map(
        ({ title, href }) => html`<li><a href="${href}">${title}</a></li>`,
      )}</ul>`
}`;

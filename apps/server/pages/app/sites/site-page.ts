import { type Html, html } from '@lectern/html/html';
import { getOrganizationRow } from '../../../domains/identity/organizations/organizations.service.ts';
import { findReadableSpaces } from '../../../domains/publishing/sites/readable-spaces.ts';
import {
  hasSections,
  listSiteSpaces,
  type SiteSpaceEntry,
  type StructureItem,
  titleOfSiteSpace,
  withoutDeletedSpaces,
} from '../../../domains/publishing/sites/site-structure.ts';
import { loadStructure } from '../../../domains/publishing/sites/structure.queries.ts';
import type { Granted } from '../../../platform/access/grant.ts';
import { mayDo } from '../../../platform/access/may-do.ts';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import { siteUrl } from '../../../platform/http/site-url.ts';
import type { Addresses } from '../../parts/addresses.ts';
import type { Crumb } from '../../parts/layout.ts';
import { nameOf } from '../../parts/name.ts';
import { renderFacts } from '../facts.ts';

interface Part {
  title: string;
  /** Undefined if it leads nowhere, or to what the caller may not read. */
  href: string | undefined;
  note: string;
  parts: Part[];
}

interface SiteData {
  crumbs: Crumb[];
  title: string;
  visibility: string;
  isPublished: boolean;
  address: string;
  /** Where members see the site as it would be. */
  previewAddress: string;
  redirectsAddress: string;
  /** Undefined if the caller may not see what readers do. */
  insightsAddress: string | undefined;
  parts: Part[];
}

export async function readSite(
  { db, config, pointers }: Pick<Context, 'db' | 'config' | 'pointers'>,
  addresses: Addresses,
  granted: Pick<Granted, 'actor' | 'role'>,
  site: SitePointer,
): Promise<SiteData> {
  const { organizationId } = site;
  const organization = await getOrganizationRow(db, organizationId);
  const structure = withoutDeletedSpaces(await loadStructure(db, site));
  const readable = await findReadableSpaces(pointers, granted.actor, listSiteSpaces(structure));
  const toPart = (entry: SiteSpaceEntry): Part => ({
    title: nameOf(titleOfSiteSpace(entry)),
    href: readable.has(entry.spaceId) ? addresses.space(entry.spaceId) : undefined,
    note: noteOf(entry),
    parts: [],
  });
  const toParts = (item: StructureItem): Part => {
    const part = { title: nameOf(item.title), href: undefined, note: noteOf(item), parts: [] };
    if (item.kind === 'site-external-link') return { ...part, href: item.url };
    return {
      ...part,
      parts: item.kind === 'site-section' ? item.siteSpaces.map(toPart) : item.children.map(toParts),
    };
  };
  return {
    crumbs: [
      { title: nameOf(organization.title), href: addresses.organization(organizationId) },
      { title: 'Sites', href: addresses.inOrganization(organizationId, 'sites') },
    ],
    title: nameOf(site.title),
    visibility: site.visibility,
    isPublished: site.isPublished,
    address: siteUrl(config, site),
    previewAddress: addresses.inOrganization(organizationId, 'sites', site.siteId, 'preview'),
    redirectsAddress: addresses.inOrganization(organizationId, 'sites', site.siteId, 'redirects'),
    insightsAddress: mayDo(granted, 'site:read-insights')
      ? addresses.inOrganization(organizationId, 'sites', site.siteId, 'insights')
      : undefined,
    parts: hasSections(structure) ? structure.items.map(toParts) : structure.siteSpaces.map(toPart),
  };
}

function noteOf(entry: StructureItem | SiteSpaceEntry): string {
  const isDefault = 'isDefault' in entry && entry.isDefault;
  const hasCondition = 'condition' in entry && entry.condition !== null;
  const notes = [isDefault && 'default', entry.isDraft && 'draft', hasCondition && 'conditional'];
  return notes.filter(Boolean).join(', ');
}

export const renderSite = ({
  title,
  visibility,
  isPublished,
  address,
  previewAddress,
  redirectsAddress,
  insightsAddress,
  parts,
}: SiteData): Html => html`<h1>${title}</h1>
${renderFacts([
  ['State', isPublished ? 'Published' : 'Not published'],
  ['Visibility', visibility],
  ['Address', isPublished ? html`<a href="${address}">${address}</a>` : address],
])}
${parts.length > 0 && html`<p><a href="${previewAddress}">Preview</a></p>`}
${insightsAddress !== undefined && html`<p><a href="${insightsAddress}">Insights</a></p>`}
<p><a href="${redirectsAddress}">Redirects</a></p>
<h2>Structure</h2>
${parts.length === 0 ? html`<p>There are no spaces on this site.</p>` : renderParts(parts)}`;

const renderParts = (parts: readonly Part[]): Html =>
  html`<ul>${parts.map(
    ({
      title,
      href,
      note,
      parts: inner,
    }) => html`<li>${href === undefined ? title : html`<a href="${href}">${title}</a>`}
${note !== '' && html`<small class="note">${note}</small>`}${inner.length > 0 && renderParts(inner)}</li>`,
  )}</ul>`;

import type { PageEntry } from '@lectern/content/tree/entries';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import { findTag } from '@lectern/markdown/page-condition';
import { readPageSettings } from '@lectern/markdown/page-settings';
import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import { conditionInLabels } from '../../../../content/revisions/visible-pages.ts';
import type { SitePointer, SpacePointer } from '../../../../platform/access/pointers.ts';
import type { Context } from '../../../../platform/context.ts';
import {
  itemsBelow,
  listSiteSpaces,
  type SiteStructure,
  withoutDeletedSpaces,
} from '../../sites/site-structure.ts';
import { loadStructure } from '../../sites/structure.queries.ts';
import { loadCustomizations } from '../customization/customization.queries.ts';
import type { SparseCustomization } from '../customization/customization.schemas.ts';

/**
 * The object that has a condition. `block` means blocks of the page or reusable content, `variable` for the value of
 * a variable of the page, or of the space.
 */
interface ConditionPlace {
  type: 'section' | 'site-space' | 'external-link' | 'header-link' | 'page' | 'block' | 'variable';
  siteSection?: string;
  siteSpace?: string;
  siteExternalLink?: string;
  /** The position of the link in the header of the site, or of the site space if there is one. */
  headerLink?: number;
  page?: string;
  reusableContent?: string;
  variable?: string;
}

export interface PlacedCondition {
  place: ConditionPlace;
  condition: string;
}

/** Collects the conditions on the sections, site spaces and links of a site. */
export async function collectFromSite(
  { db }: Pick<Context, 'db'>,
  site: SitePointer,
): Promise<PlacedCondition[]> {
  const structure = withoutDeletedSpaces(await loadStructure(db, site));
  const customizations = await loadCustomizations(db, site);
  const ofSiteSpaces = [...(customizations?.siteSpaces ?? [])].flatMap(([siteSpace, { customization }]) =>
    collectFromHeader(customization, { siteSpace }),
  );
  return [
    ...collectFromStructure(structure),
    ...collectFromHeader(customizations?.customization ?? {}, {}),
    ...ofSiteSpaces,
  ];
}

function collectFromStructure(structure: SiteStructure): PlacedCondition[] {
  const items = [...itemsBelow(structure.items)].flatMap((item) => {
    if (item.kind === 'site-section')
      return withPlace({ type: 'section', siteSection: item.siteSectionId }, item.condition);
    if (item.kind === 'site-external-link')
      return withPlace({ type: 'external-link', siteExternalLink: item.siteExternalLinkId }, item.condition);
    return [];
  });
  const siteSpaces = listSiteSpaces(structure).flatMap(({ siteSpaceId, condition }) =>
    withPlace({ type: 'site-space', siteSpace: siteSpaceId }, condition),
  );
  return [...items, ...siteSpaces];
}

const collectFromHeader = (
  { header }: SparseCustomization,
  owner: { siteSpace?: string },
): PlacedCondition[] =>
  (header?.links ?? []).flatMap(({ condition }, headerLink) =>
    withPlace({ type: 'header-link', ...owner, headerLink }, condition),
  );

const withPlace = (place: ConditionPlace, condition: string | null | undefined): PlacedCondition[] =>
  condition ? [{ place, condition }] : [];

/** Collects the present conditions on the pages of a space and in its documents. */
export async function collectFromSpace(store: ContentStore, space: SpacePointer): Promise<PlacedCondition[]> {
  const { snapshot } = await store.open(space, space.revisionId);
  const pages = [...snapshot.pages.pages()].map(({ entry }) => entry);
  const reusables = [...itemsOf(snapshot.reusables)];
  const ofPages = await collectFromPages(store, space, pages);
  const factsOf = await store.facts.load(
    space.organizationId,
    'facts',
    reusables.map(({ document }) => document),
  );
  const ofReusables = reusables.flatMap(({ id, document }) =>
    (factsOf(document)?.adaptive?.conditions ?? []).flatMap((one) =>
      withPlace({ type: 'block', reusableContent: id }, one || '{% if %}'),
    ),
  );
  return [...ofPages, ...ofReusables, ...collectFromVariables(snapshot.settings.variables, {})];
}

/** Values are shown as they are, so that a condition in one is never understood. */
const collectFromVariables = (variables: object, owner: { page?: string }): PlacedCondition[] =>
  Object.entries(variables).flatMap(([variable, value]) =>
    withPlace({ type: 'variable', ...owner, variable }, findTag(value)),
  );

/** Collects the conditions on some pages and in their documents. */
export async function collectFromPages(
  store: ContentStore,
  { organizationId }: Pick<SpacePointer, 'organizationId'>,
  pages: readonly PageEntry[],
): Promise<PlacedCondition[]> {
  const documents = pages.flatMap((entry) => ('document' in entry ? (entry.document ?? []) : []));
  const factsOf = await store.facts.load(organizationId, 'facts', documents);
  return pages.flatMap((entry) => {
    const facts = 'document' in entry && entry.document !== undefined ? factsOf(entry.document) : undefined;
    const settings = facts && readPageSettings(facts);
    const page = entry.id;
    return [
      ...withPlace({ type: 'page', page }, settings?.condition),
      ...withPlace({ type: 'page', page }, conditionInLabels(entry, facts?.title)),
      ...(facts?.adaptive?.conditions ?? []).flatMap((one) =>
        withPlace({ type: 'block', page }, one || '{% if %}'),
      ),
      ...collectFromVariables(settings?.variables ?? {}, { page }),
    ];
  });
}

import { addSite, addSpace } from '../factories.ts';
import type { Case } from './case.ts';
import type { Answer, Setup } from './setup.ts';

interface Prepared {
  siteId: string;
  spaceId: string;
  organizationId: string;
}

async function prepare({ app, organizationId }: Setup, isPublished = true): Promise<Prepared> {
  const spaceId = await addSpace(app, { title: 'Guide' });
  const siteId = await addSite(app, { title: 'Docs', spaceIds: [spaceId], isPublished });
  return { siteId, spaceId, organizationId };
}

type Operation =
  | 'addExternalLinkToSite'
  | 'addSectionGroupToSite'
  | 'addSectionToGroup'
  | 'addSectionToSite'
  | 'addSpaceToSite'
  | 'deleteSiteExternalLinkById'
  | 'deleteSiteSectionById'
  | 'deleteSiteSectionGroupById'
  | 'deleteSiteSpaceById'
  | 'duplicateSiteSpace'
  | 'moveSiteSection'
  | 'moveSiteSectionGroup'
  | 'moveSiteSpace'
  | 'removeSectionFromGroup'
  | 'sortSiteStructure'
  | 'updateSiteExternalLinkById'
  | 'updateSiteSectionById'
  | 'updateSiteSectionGroupById'
  | 'updateSiteSpaceById';

/** A site with two sections, the second one in a group, of which the first has two site spaces. */
interface Structured extends Prepared {
  sections: [string, string];
  siteSpaces: [string, string];
  groupId: string;
  addLink: () => Promise<string>;
}

async function prepareStructure(setup: Setup): Promise<Structured> {
  const { app } = setup;
  const prepared = await prepare(setup);
  const { organizationId, siteId, spaceId } = prepared;
  const url = `/v1/orgs/${organizationId}/sites/${siteId}`;
  const add = async (path: string, body: object): Promise<string> =>
    (await app.request('POST', `${url}/${path}`, { body })).json().id;
  const second = await add('sections', { spaceId, title: 'API' });
  await add('site-spaces', { spaceId });
  const groupId = await add('section-groups', { title: 'Developers', sections: [second] });
  const { items } = (await app.request('GET', `${url}/sections`)).json();
  const [first] = items as { id: string; siteSpaces: { id: string }[] }[];
  const [one, other] = first?.siteSpaces.map(({ id }) => id) ?? [];
  return {
    ...prepared,
    sections: [first?.id as string, second],
    siteSpaces: [one as string, other as string],
    groupId,
    // The older client knows no links: only the cases of links add one.
    addLink: () => add('external-links', { title: 'Status', url: 'https://status.example.com/' }),
  };
}

const LANGUAGES = { de: 'Text', fr: 'Texte' };

const onStructure = (
  operation: Operation,
  status: number,
  call: (
    operation: (...values: unknown[]) => Promise<Answer>,
    structured: Structured,
  ) => Promise<Answer | Answer[]>,
): Case => ({
  operation,
  status,
  call: async ({ orgs }, setup) => {
    const structured = await prepareStructure(setup);
    const { organizationId, siteId } = structured;
    return call((...values) => orgs[operation](organizationId, siteId, ...values), structured);
  },
});

const STRUCTURE_CASES: Case[] = [
  onStructure('addSectionToSite', 201, async (add, { spaceId, groupId }) => [
    await add({ spaceId }),
    await add({ spaceId: null, title: 'New', icon: 'code', draft: true, siteSectionGroupId: groupId }),
  ]),
  onStructure('updateSiteSectionById', 200, async (update, { sections: [id], siteSpaces, groupId }) => [
    await update(id, {
      title: 'Guides',
      localizedTitle: LANGUAGES,
      path: 'guides',
      condition: 'visitor.claims.beta',
      icon: 'book',
      draft: true,
      description: 'How to',
      localizedDescription: LANGUAGES,
      siteSectionGroupId: groupId,
      defaultSiteSpace: siteSpaces[1],
    }),
    await update(id, { condition: null, icon: null, description: null, siteSectionGroupId: null }),
  ]),
  onStructure('deleteSiteSectionById', 205, (remove, { sections: [id] }) => remove(id)),
  onStructure('moveSiteSection', 200, async (move, { sections: [id, other] }) => [
    await move(id, { position: { after: { type: 'site-section', siteSection: other } } }),
    await move(id, {}),
  ]),
  onStructure('addSpaceToSite', 201, async (add, { spaceId, sections: [, sectionId] }) => [
    await add({ spaceId }),
    await add({ spaceId, sectionId }),
    await add({ spaceId: null, title: 'Another variant', draft: true }),
  ]),
  onStructure('updateSiteSpaceById', 200, async (update, { siteSpaces: [id], spaceId }) => [
    await update(id, {
      path: 'v2',
      condition: 'visitor.claims.beta',
      spaceId,
      hidden: true,
      draft: true,
      pageId: null,
    }),
    await update(id, { condition: null }),
  ]),
  onStructure('duplicateSiteSpace', 201, async (duplicate, { siteSpaces: [id] }) => [
    await duplicate(id, {}),
    await duplicate(id, { draft: true }),
  ]),
  onStructure('deleteSiteSpaceById', 205, (remove, { siteSpaces: [id] }) => remove(id)),
  onStructure('moveSiteSpace', 200, async (move, { siteSpaces: [id, other] }) => [
    await move(id, { position: { after: { type: 'site-space', siteSpace: other } } }),
    await move(id, {}),
  ]),
  onStructure('addSectionGroupToSite', 201, async (add, { sections: [id], groupId }) => [
    await add({ title: 'Group' }),
    await add({ title: 'Group', icon: 'code', sections: [id], parent: groupId, draft: true }),
  ]),
  onStructure('updateSiteSectionGroupById', 200, (update, { groupId }) =>
    update(groupId, {
      title: 'Renamed',
      icon: null,
      draft: true,
      localizedTitle: LANGUAGES,
      parentSectionGroupId: null,
    }),
  ),
  onStructure('deleteSiteSectionGroupById', 205, (remove, { groupId }) => remove(groupId)),
  onStructure('moveSiteSectionGroup', 200, (move, { groupId, sections: [id] }) =>
    move(groupId, { position: { before: { type: 'site-section', id } } }),
  ),
  onStructure('addSectionToGroup', 201, (add, { groupId, sections: [id] }) =>
    add(groupId, { sectionId: id }),
  ),
  onStructure('removeSectionFromGroup', 205, (remove, { groupId, sections: [, id] }) => remove(groupId, id)),
  onStructure('addExternalLinkToSite', 201, async (add, { groupId }) => [
    await add({ title: 'Blog', url: 'https://example.com/blog' }),
    await add({
      title: 'Blog',
      localizedTitle: LANGUAGES,
      description: 'News',
      localizedDescription: LANGUAGES,
      icon: 'rss',
      url: 'https://example.com/blog',
      parent: groupId,
      draft: true,
      condition: 'visitor.claims.beta',
    }),
  ]),
  onStructure('updateSiteExternalLinkById', 200, async (update, { addLink }) =>
    update(await addLink(), { title: 'News', condition: null, icon: null, parent: null }),
  ),
  onStructure('deleteSiteExternalLinkById', 205, async (remove, { addLink }) => remove(await addLink())),
  onStructure('sortSiteStructure', 200, async (sort, { sections, siteSpaces: [one, other], groupId }) => [
    await sort({
      item: { type: 'site-section-group', id: groupId },
      position: { before: { type: 'site-section', id: sections[0] } },
    }),
    await sort({
      item: { type: 'site-section', id: sections[0] },
      position: { before: { type: 'site-section', id: sections[1] } },
    }),
    await sort({
      item: { type: 'site-space', id: one },
      position: { after: { type: 'site-space', id: other } },
    }),
  ]),
];

export const SITE_CASES: Case[] = [
  {
    operation: 'createSite',
    status: 201,
    call: async ({ orgs }, setup) => {
      const { organizationId, spaceId } = await prepare(setup);
      return [
        await orgs.createSite(organizationId, {}),
        await orgs.createSite(organizationId, {
          type: 'basic',
          title: 'Docs',
          visibility: 'unlisted',
          spaces: [spaceId],
        }),
      ];
    },
  },
  {
    operation: 'listSites',
    status: 200,
    call: async ({ orgs }, setup) => {
      const { organizationId, spaceId } = await prepare(setup);
      return [
        await orgs.listSites(organizationId),
        await orgs.listSites(organizationId, {
          limit: 1,
          space: spaceId,
          title: 'doc',
          published: true,
          type: ['ultimate'],
        }),
      ];
    },
  },
  {
    operation: 'getSiteById',
    status: 200,
    call: async ({ orgs }, setup) => {
      const { organizationId, siteId } = await prepare(setup);
      return orgs.getSiteById(organizationId, siteId);
    },
  },
  {
    operation: 'updateSiteById',
    status: 200,
    call: async ({ orgs }, setup) => {
      const { organizationId, siteId } = await prepare(setup);
      return orgs.updateSiteById(organizationId, siteId, {
        title: 'Other docs',
        visibility: 'share-link',
        basename: `other-${siteId.slice(-12)}`,
        adaptiveContent: { enabled: true },
        defaultLevel: 'read',
      });
    },
  },
  {
    operation: 'deleteSiteById',
    status: 205,
    call: async ({ orgs }, setup) => {
      const { organizationId, siteId } = await prepare(setup);
      return orgs.deleteSiteById(organizationId, siteId);
    },
  },
  {
    operation: 'publishSite',
    status: 200,
    call: async ({ orgs }, setup) => {
      const { organizationId, siteId } = await prepare(setup, false);
      return orgs.publishSite(organizationId, siteId);
    },
  },
  {
    operation: 'unpublishSite',
    status: 200,
    call: async ({ orgs }, setup) => {
      const { organizationId, siteId } = await prepare(setup);
      return orgs.unpublishSite(organizationId, siteId);
    },
  },
  {
    operation: 'getSiteStructure',
    status: 200,
    call: async ({ orgs }, setup) => {
      const { organizationId, siteId } = await prepareStructure(setup);
      return [
        await orgs.getSiteStructure(organizationId, siteId),
        await orgs.getSiteStructure(organizationId, siteId, { shareKey: 'unknown' }),
      ];
    },
  },
  ...(['listSiteSections', 'listSiteSpaces', 'listSiteSectionGroups'] as const).map(
    (operation): Case => ({
      operation,
      status: 200,
      call: async ({ orgs }, setup) => {
        const { organizationId, siteId } = await prepareStructure(setup);
        return [
          await orgs[operation](organizationId, siteId),
          await orgs[operation](organizationId, siteId, { limit: 1 }),
        ];
      },
    }),
  ),
  ...STRUCTURE_CASES,
];

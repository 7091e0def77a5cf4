import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { addCollection, addSite, addSpace } from '../factories.ts';
import { runJobs } from '../jobs.ts';
import { prepareSetup, type Setup } from '../permissions/setup.ts';
import { startWebServer } from '../web-server.ts';
import { makeCertificate } from '../x509.ts';

export interface RequestGround extends Setup {
  /** The objects and addresses that requests name, by what `meanings.ts` calls them. */
  values: Record<string, string>;
  /** Makes a table the content of a page in the change request again. */
  addTable(): Promise<{ blockKeyInChangeRequest: string }>;
}

interface Item {
  id: string;
  section?: string;
}

interface Block {
  key: string;
  data: { records: object; definition: object };
}

const SPEC = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1', description: 'About pets.' },
  tags: [{ name: 'pets' }],
  paths: { '/pets': { get: { tags: ['pets'], summary: 'List', responses: {} } } },
  components: { schemas: { Pet: { type: 'object' } } },
});

const FONT = fileURLToPath(
  import.meta.resolve('@fontsource-variable/fira-code/files/fira-code-latin-wght-normal.woff2'),
);

/** The setup of the permissions, with more objects of the kinds that requests can name two of. */
export async function prepareRequestGround(): Promise<RequestGround> {
  const web = await startWebServer({
    '/page': '<html><head><title>A page</title></head><body><h1>A page</h1><p>Text.</p></body></html>',
    '/font.woff2': { type: 'font/woff2', body: await readFile(FONT) },
    '/picture.svg': {
      type: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    },
  });
  const setup = await prepareSetup();
  return {
    ...setup,
    values: {
      ...setup.own,
      ...(await nameMore(setup)),
      webUrl: web.url('/page'),
      pictureUrl: web.url('/picture.svg'),
      fontUrl: web.url('/font.woff2'),
    },
    addTable: async () => ({
      blockKeyInChangeRequest: (await addTable(setup, setup.own.changeRequestId)).key,
    }),
    close: async () => {
      await setup.close();
      await web.close();
    },
  };
}

async function nameMore(setup: Setup): Promise<Record<string, string>> {
  const { app, own, foreign, gitUrl } = setup;
  const { organizationId = '', spaceId = '', siteId, changeRequestId } = own;
  const get = async (url: string) => (await app.request('GET', url)).json();
  const post = async (url: string, body: object) => (await app.request('POST', url, { body })).json();
  const organization = `/v1/orgs/${organizationId}`;
  const site = `${organization}/sites/${siteId}`;
  const space = `/v1/spaces/${spaceId}`;
  const changeRequest = `${space}/change-requests/${changeRequestId}`;
  const inserted = await post(`${changeRequest}/content?compat=false`, {
    changes: [{ operation: 'insert_page', title: 'Parent', document: {} }],
  });
  const block = await addTable(setup);
  const otherSection: string = (await post(`${site}/sections`, { spaceId })).id;
  const items: Item[] = (await get(`${site}/site-spaces`)).items;
  const section = items.find(({ id }) => id === own.siteSpaceId)?.section;
  const published = await addSite(app, { spaceIds: [spaceId], isPublished: true });
  await app.request('PUT', `${organization}/openapi/${own.specSlug}`, { body: { source: { text: SPEC } } });
  await runJobs(app);
  const redirectSource = '/asked';
  const destination = { kind: 'external', url: 'https://example.com/' };
  await post(`${site}/redirects`, { source: redirectSource, destination });
  return {
    appUrl: (await get(space)).urls.app,
    blockKey: block.key,
    certificate: makeCertificate().certificate,
    foreignOrganizationId: foreign.organizationId as string,
    gitUrl,
    ofSectionId: items.find((one) => one.section === own.siteSectionId)?.id as string,
    otherCollectionId: await addCollection(app),
    otherGroupId: (await post(`${site}/section-groups`, { title: 'Another group' })).id,
    otherLinkId: (await post(`${site}/external-links`, { title: 'Another', url: 'https://example.com/' })).id,
    otherSectionId: otherSection,
    otherSpaceId: await addSpace(app),
    otherSiteSpaceId: (await post(`${site}/site-spaces`, { spaceId, sectionId: section })).id,
    ownGroupId: own.siteSectionGroupId as string,
    ownLinkId: own.siteExternalLinkId as string,
    ownSectionId: own.siteSectionId as string,
    ownSiteSpaceId: own.siteSpaceId as string,
    parentPageId: inserted.changes[0].page.id,
    publishedUrl: (await get(`${organization}/sites/${published}`)).urls.published,
    redirectSource,
    tableColumn: Object.keys(block.data.definition)[0] as string,
    tableRecord: Object.keys(block.data.records)[0] as string,
  };
}

/** Makes a table the content of the page: in the space, or in a change request. */
async function addTable({ app, own }: Setup, changeRequestId?: string): Promise<Block> {
  const space = `/v1/spaces/${own.spaceId}`;
  const place = changeRequestId === undefined ? space : `${space}/change-requests/${changeRequestId}`;
  const document = { markdown: '| A |\n| - |\n| b |' };
  const changes = [{ operation: 'update_page', page: own.pageId, document }];
  await app.request('POST', `${place}/content`, { body: { changes } });
  const page = await app.request('GET', `${place}/content/page/${own.pageId}`);
  return page.json().document.nodes[0];
}

/**
 * An organization with something of everything that the console shows. Its texts are in no language of the console, so
 * that a text of the console that was not translated is found among them. Some are long.
 */
import { expect } from 'vitest';
import type { Method, TestApp } from '../app.ts';
import { putContent } from '../content.ts';
import { addCollection, addMember, addSite, addSpace, addTeam, grantRole } from '../factories.ts';
import { createFixtureRepository, temporaryDirectory } from '../git-fixtures.ts';
import { startGitServer } from '../git-server.ts';
import { runJobs } from '../jobs.ts';
import { insertFailedJob } from '../permissions/instance-calls.ts';

/** Ids by the placeholders of `VIEWS`. */
type Objects = Record<string, string>;

const LONG = 'Introductio longissima in omnia quae de machinis nostris scire oportet';

const FILES = {
  'SUMMARY.md': `# Table of contents

* [Salvete](README.md)
* [Instrumenta](instrumenta.md)
  * [${LONG}](longa.md)

## Capitula

* [Renovatio](renovatio.md)
* [Alibi](https://example.com/)
`,
  'README.md':
    '# Salvete\n\nLegite *primum* [instrumenta](instrumenta.md) et [alia](vetera/amissa.md).\n\n![Imago](amissa.png)\n\n{% if visitor.claims.gradus == "magnus" %}\nSecretum\n{% endif %}\n',
  'instrumenta.md':
    '# Instrumenta\n\nMachina currit.\n\n## Antea\n\n| Nomen | Sensus |\n| --- | --- |\n| a | b |\n\n{% hint style="info" %}\nCura.\n{% endhint %}\n\n```sh\nls\n```\n\n* unus\n* duo\n\nVide [amissam](vetera/amissa.md) paginam et [ancoram](renovatio.md#nusquam) deletam.\n',
  'longa.md': `# ${LONG}\n\nVerba.\n`,
  'renovatio.md': '# Renovatio\n\nSiste primum.\n',
};

const REPOSITORY = {
  'docs/.gitbook.yaml': 'root: ./\n',
  'docs/SUMMARY.md': '* [Salvete](README.md)\n* [Usus](usus.md)\n',
  'docs/README.md': '# Salvete\n\n[amissa](amissa.md)\n',
  'docs/usus.md': '# Usus\n\nVerba.\n',
  'alia/mkdocs.yml': 'site_name: Machinae\n',
  'alia/docs/index.md': '# Domus\n\nVerba\n',
};

interface Listed {
  id: string;
  title: string;
  pages?: Listed[];
}

/** Sends requests to the API as the administrator. Each must succeed. */
const sender =
  ({ request }: TestApp) =>
  async (method: Method, url: string, body?: unknown) => {
    const response = await request(method, url, body === undefined ? {} : { body });
    expect(response.statusCode, `${method} ${url}: ${response.body}`).toBeLessThan(300);
    return response.body === '' ? undefined : response.json();
  };

type Send = ReturnType<typeof sender>;

/** Fills the organization of a test. Its configuration must allow private networks. */
export async function fillOrganization(app: TestApp): Promise<{ objects: Objects; close(): Promise<void> }> {
  const send = sender(app);
  const { organizationId } = app;
  const organization = `/v1/orgs/${organizationId}`;
  const { id: userId } = await send('GET', '/v1/user');
  await send('PATCH', organization, { title: 'Fabrica Machinarum' });
  const collectionId = await addCollection(app, { title: 'Bibliotheca' });
  const spaceId = await addSpace(app, { title: 'Manuale', parentId: collectionId });
  await addSpace(app, { title: 'Compendium rerum omnium et quarundam aliarum', parentId: collectionId });
  await putContent(app, spaceId, FILES);
  const git = await connectSpaces(app, send);
  const objects: Objects = {
    organizationId,
    userId,
    collectionId,
    spaceId,
    ...git.objects,
    ...(await addPeople(app, send, { userId, spaceId })),
    ...(await addRequests(app, send, spaceId)),
    ...(await addRecords(app, send, spaceId)),
    ...(await addSites(app, send, spaceId)),
  };
  await insertFailedJob(app);
  const { items } = await send('GET', `${organization}/audit-events?action=permission.granted`);
  return { objects: { ...objects, auditEventId: items[0].id }, close: git.close };
}

/** What a new organization has: one space without content, a collection without spaces, and a site of nothing. */
export async function addEmptyObjects(app: TestApp): Promise<Objects> {
  const { request, organizationId } = app;
  const { id: userId } = (await request('GET', '/v1/user')).json();
  return {
    organizationId,
    userId,
    spaceId: await addSpace(app, { title: 'Vacuum' }),
    collectionId: await addCollection(app, { title: 'Nihil' }),
    siteId: await addSite(app, { title: 'Pagina vacua' }),
  };
}

async function connectSpaces(
  app: TestApp,
  send: Send,
): Promise<{ objects: Objects; close(): Promise<void> }> {
  const folder = await temporaryDirectory();
  const repository = await createFixtureRepository(`${folder.path}/docs.git`);
  await repository.commit(REPOSITORY);
  const git = await startGitServer({ repositories: { docs: repository.directory }, allowPush: true });
  const connectedId = await addSpace(app, { title: 'Cum repositorio' });
  const brokenGitId = await addSpace(app, { title: 'Sine repositorio' });
  const url = git.url('docs');
  await send('PUT', `/v1/spaces/${connectedId}/git`, {
    url,
    ref: 'refs/heads/main',
    repoProjectDirectory: 'docs',
  });
  await send('PUT', `/v1/spaces/${brokenGitId}/git`, { url, ref: 'refs/heads/nusquam' });
  const imports = `/v1/orgs/${app.organizationId}/imports`;
  const { id: lookId } = await send('POST', imports, { url, dryRun: true });
  await runJobs(app);
  const { id: importId } = await send('POST', imports, {
    url,
    roots: [{ path: 'docs', title: 'Importata' }],
  });
  await runJobs(app);
  return {
    objects: { connectedId, brokenGitId, lookId, importId },
    close: async () => {
      await git.close();
      await folder.remove();
    },
  };
}

async function addPeople(
  app: TestApp,
  send: Send,
  { userId, spaceId }: { userId: string; spaceId: string },
): Promise<Objects> {
  const organization = `/v1/orgs/${app.organizationId}`;
  const long = {
    displayName: 'Maximilianus Alexander Theodosius',
    email: `${'nomen'.repeat(9)}@example.com`,
  };
  const members = [
    await addMember(app, { role: 'admin', displayName: 'Ada' }),
    await addMember(app, { role: 'edit', ...long }),
    await addMember(app, { role: 'read', displayName: 'Bruno' }),
  ];
  const guest = await addMember(app, { role: null, displayName: 'Gaius' });
  const memberIds = members.map((member) => member.userId);
  const teamId = await addTeam(app, { title: 'Scriptores', members: [userId, ...memberIds] });
  await addTeam(app, { title: 'Custodes portarum et fenestrarum' });
  await grantRole(app, { teamId, spaceId, role: 'edit' });
  await grantRole(app, { userId: guest.userId, spaceId, role: 'comment' });
  await send('POST', `${organization}/link-invites`, { role: 'read' });
  await send('POST', `${organization}/invites`, {
    emails: ['exspectans@example.com', `${'longum'.repeat(8)}@example.com`],
  });
  await send('POST', `${organization}/tokens`, { title: 'Machina probans', role: 'read' });
  await send('POST', '/v1/user/tokens', { title: 'Tabula' });
  const { id: samlProviderId } = await send('POST', `${organization}/saml`, { label: 'Societas' });
  await app.context.db
    .insertInto('organization_domain')
    .values({
      organization_id: app.organizationId,
      domain: 'fabrica.example',
      challenge: 'lectern-verify=1',
    })
    .execute();
  return { guestId: guest.userId, teamId, samlProviderId };
}

/** Change requests in every state, comments, and revisions. */
async function addRequests(app: TestApp, send: Send, spaceId: string): Promise<Objects> {
  const space = `/v1/spaces/${spaceId}`;
  const pages = new Map<string, string>();
  const list = (listed: Listed[]): void => {
    for (const { id, title, pages: below = [] } of listed) {
      pages.set(title, id);
      list(below);
    }
  };
  list((await send('GET', `${space}/content/tree`)).pages);
  const page = (title: string): string => pages.get(title) as string;
  const update = (title: string, markdown: string) => ({
    changes: [{ operation: 'update_page', page: page(title), document: { markdown } }],
  });
  const { id: earlierId } = await send('GET', `${space}/content`);
  const open = async (subject: string, changes: object): Promise<string> => {
    const { number } = await send('POST', `${space}/change-requests`, { subject });
    await send('POST', `${space}/change-requests/${number}/content`, changes);
    await send('PATCH', `${space}/change-requests/${number}`, { status: 'open' });
    return String(number);
  };
  const changeRequestId = await open(
    'Instrumenta emendanda sunt, quia multa nova accesserunt',
    update('Instrumenta', '# Instrumenta\n\nMachina *nova* currit.\n\n* unus\n* tres\n'),
  );
  const conflictingId = await open('Salutatio', update('Salvete', '# Salvete\n\nLegite *omnes*.\n'));
  const mergedId = await open('Alia salutatio', update('Salvete', '# Salvete\n\nLegite *secundo*.\n'));
  const archivedId = await open('Deletio', {
    changes: [{ operation: 'delete_page', page: page('Renovatio') }],
  });
  await send('POST', `${space}/change-requests/${mergedId}/merge`);
  await send('PATCH', `${space}/change-requests/${archivedId}`, { status: 'archived' });
  const comment = { body: { markdown: 'Estne hoc **rectum**?' } };
  await send('POST', `${space}/change-requests/${changeRequestId}/comments`, comment);
  await send('POST', `${space}/comments`, { ...comment, page: page('Instrumenta') });
  const { token } = await addMember(app, { role: 'review', displayName: 'Iudex' });
  const reviews = `${space}/change-requests/${changeRequestId}/reviews`;
  const reviewed = await app.request('POST', reviews, { token, body: { status: 'approved' } });
  expect(reviewed.statusCode, reviewed.body).toBeLessThan(300);
  await send('POST', `${space}/content`, {
    changes: [{ operation: 'insert_page', title: 'Delenda', document: { markdown: '# Delenda\n' } }],
  }).then(({ changes }) =>
    send('POST', `${space}/content`, { changes: [{ operation: 'delete_page', page: changes[0].page.id }] }),
  );
  const revised = update('Renovatio', '# Renovatio\n\nSiste primum, quaeso.\n');
  await send('POST', `${space}/content`, revised);
  const { id: revisionId } = await send('GET', `${space}/content`);
  return {
    pageId: page('Instrumenta'),
    groupId: page('Capitula'),
    linkId: page('Alibi'),
    earlierId,
    revisionId,
    changeRequestId,
    conflictingId,
    mergedId,
    archivedId,
  };
}

/** Specs, translations, conversations and webhooks. */
async function addRecords(app: TestApp, send: Send, spaceId: string): Promise<Objects> {
  const organization = `/v1/orgs/${app.organizationId}`;
  const response = { responses: { 200: { description: 'Omnia' } } };
  for (const paths of [
    { '/bestiae': { get: response, post: response } },
    { '/bestiae': { get: response }, '/feles': { get: response } },
  ]) {
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Bestiae', version: '1' }, paths });
    await send('PUT', `${organization}/openapi/bestiae`, { source: { text } });
    await runJobs(app);
  }
  const { id: translationSettingsId } = await send('POST', `${organization}/translations`, {
    title: 'Manuale versum',
    source: { space: spaceId, language: 'en' },
    languages: ['de', 'ja'],
  });
  const operations = [{ type: 'insert', translations: { en: 'machina', de: 'Apparat' } }];
  await send('PUT', `${organization}/translations-glossary`, { operations });
  const ask = (id: string, body: string) => ({
    id,
    source: 'email',
    subject: 'Quaestio',
    parts: [
      { type: 'message', role: 'user', body },
      { type: 'message', role: 'team-member', body: 'In capitulo **secundo**.' },
    ],
  });
  await send('POST', `${organization}/conversations`, [
    ask('1', 'Ubi inveniam rationem mensis proximi?'),
    ask('2', 'Ubi est ratio mensis proximi, quaeso?'),
    ask('3', 'Quomodo machina restituitur?'),
  ]);
  await runJobs(app);
  const clusters = await send('GET', `${organization}/conversations-clusters`);
  const clusterId = clusters.items[0].id;
  await send('POST', `${organization}/conversations-clusters/${clusterId}/tasks`, { title: 'Scribendum' });
  const issues = await send('GET', `${organization}/conversations-clusters/${clusterId}/issues`);
  const conversationId = issues.items[0].conversation.id;
  const { id: webhookId } = await send('POST', `${organization}/webhooks`, {
    title: 'Nuntius',
    url: 'https://hooks.invalid/via/longissima/ad/finem/mundi',
    events: ['page.created', 'page.moved'],
  });
  await send('POST', `${organization}/webhooks/${webhookId}/test`);
  await runJobs(app);
  return { specSlug: 'bestiae', translationSettingsId, clusterId, conversationId, webhookId };
}

/** A published site with sections, variants, a link, redirects, share links, conditions, a hostname and visits. */
async function addSites(app: TestApp, send: Send, spaceId: string): Promise<Objects> {
  const siteId = await addSite(app, { title: 'Pagina fabricae', isPublished: true });
  await addSite(app, { title: 'Altera pagina quae nomen habet longissimum omnium' });
  const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  const other = await addSpace(app, { title: 'Editio prior' });
  const third = await addSpace(app, { title: 'Machinae' });
  await putContent(app, other, { 'README.md': '# Salvete\n' });
  await putContent(app, third, { 'README.md': '# Machinae\n' });
  const { id: sectionId } = await send('POST', `${site}/sections`, { spaceId, title: 'Manuale' });
  await send('POST', `${site}/site-spaces`, { spaceId: other, sectionId, title: 'Prior' });
  const section = { spaceId: third, title: 'Machinae', condition: 'visitor.claims.gradus == "magnus"' };
  const { id: second } = await send('POST', `${site}/sections`, section);
  await send('POST', `${site}/section-groups`, { title: 'Reliqua', sections: [second] });
  await send('POST', `${site}/external-links`, { title: 'Forum', url: 'https://example.com/forum' });
  await send('PUT', `${site}/adaptive-schema`, {
    jsonSchema: { type: 'object', properties: { gradus: { type: 'string', enum: ['parvus', 'magnus'] } } },
  });
  const to = (url: string) => ({ kind: 'external', url });
  for (const [source, url] of [
    ['/vetera/*', 'https://example.com/nova'],
    [`/${'via-longa/'.repeat(8)}finis`, `https://example.com/${'via-longa/'.repeat(8)}`],
  ] as const)
    await send('POST', `${site}/redirects`, { source, destination: to(url) });
  await send('POST', `${site}/share-links`, { name: 'Pro amicis' });
  await send('PATCH', site, { hostname: 'docs.fabrica.example' });
  const { urls } = await send('GET', site);
  const browser = { 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' };
  for (const path of ['', 'instrumenta', 'nusquam'])
    await fetch(`${urls.published}${path}`, { headers: browser });
  return { siteId, siteAddress: urls.published };
}

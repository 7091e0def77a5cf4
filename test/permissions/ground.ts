import { join } from 'node:path';
import type { Scope } from '../../src/access/actor.ts';
import type { RoleOrGuest } from '../../src/access/roles.ts';
import { buildTestApp, type TestApp } from '../app.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addServiceToken,
  addSpace,
  addUserToken,
} from '../factories.ts';
import { createFixtureRepository, temporaryDirectory } from '../git-fixtures.ts';
import { startGitServer } from '../git-server.ts';
import { runJobs } from '../jobs.ts';

/** Who calls, with what the rules ask about. */
export interface Caller {
  name: string;
  token: string | null;
  userId?: string;
  /** Undefined: does not belong to the organization. */
  role?: RoleOrGuest;
  scope: Scope;
  /** No token, or one that is not good any more. */
  isUnknown?: true;
  isService?: true;
}

/** What an URL can name, by the name of the parameter. */
export type Named = Record<string, string>;

export interface Ground {
  app: TestApp;
  gitUrl: string;
  callers: Caller[];
  /** Resources of the first organization. */
  own: Named;
  /** Resources of the same kinds in the stranger's organization. */
  foreign: Named;
  close(): Promise<void>;
}

const ROLES: RoleOrGuest[] = ['admin', 'create', 'review', 'edit', 'comment', 'read', null];

export async function prepareGround(): Promise<Ground> {
  const app = await buildTestApp({ config: { allowPrivateNetworks: true } });
  const folder = await temporaryDirectory();
  const repositories: Record<string, string> = {};
  for (const name of ['own', 'foreign']) {
    const repository = await createFixtureRepository(join(folder.path, `${name}.git`));
    await repository.commit({
      'README.md': '# Home\n\n{% include ".gitbook/includes/notice.md" %}\n\n![](.gitbook/assets/a.txt)\n',
      'SUMMARY.md': `# Table of contents\n\n* [Home](README.md)\n* [Page](${name}.md)\n`,
      [`${name}.md`]: '# Page\n',
      '.gitbook/includes/notice.md': '---\ntitle: A notice\n---\n\nHello\n',
      '.gitbook/assets/a.txt': 'a',
    });
    repositories[name] = repository.directory;
  }
  const git = await startGitServer({ repositories });
  const gitUrl = git.url('own');

  const stranger = await addOrganization(app);
  const strangerToken = await addUserToken(app, stranger.creatorId);
  const { organizationId } = app;
  const own = await nameResources(app, organizationId, app.adminToken, gitUrl);
  const foreign = await nameResources(app, stranger.organizationId, strangerToken, git.url('foreign'));

  const callers: Caller[] = [];
  for (const role of ROLES) {
    const { token, userId } = await addMember(app, { role });
    callers.push({ name: role ?? 'guest', token, userId, role, scope: 'admin' });
  }
  const { userId } = await addMember(app, { role: 'admin' });
  for (const scope of ['read', 'write'] as const) {
    const token = await addUserToken(app, userId, { scopes: [scope] });
    callers.push({ name: `admin, scope ${scope}`, token, userId, role: 'admin', scope });
  }
  for (const role of ['admin', 'read'] as const) {
    const token = await addServiceToken(app, { role, scopes: ['admin'] });
    callers.push({ name: `service, ${role}`, token, role, scope: 'admin', isService: true });
  }
  callers.push(
    { name: 'stranger', token: strangerToken, userId: stranger.creatorId, scope: 'admin' },
    { name: 'revoked', token: await revokedToken(app), scope: 'admin', isUnknown: true },
    { name: 'nobody', token: null, scope: 'admin', isUnknown: true },
  );
  return {
    app,
    gitUrl,
    callers,
    own,
    foreign,
    close: async () => {
      await git.close();
      await app.close();
      await folder.remove();
    },
  };
}

/** One of everything that a URL can name, in one organization. */
async function nameResources(
  app: TestApp,
  organizationId: string,
  token: string,
  gitUrl: string,
): Promise<Named> {
  const spaceId = await addSpace(app, { organizationId });
  const space = `/v1/spaces/${spaceId}`;
  const body = { url: gitUrl, ref: 'refs/heads/main' };
  await app.request('POST', `${space}/git/import`, { token, body });
  await runJobs(app);
  const revision = (await app.request('GET', `${space}/content`, { token })).json();
  const page = revision.pages.at(-1);
  const { id: tokenId } = (
    await app.request('POST', `/v1/orgs/${organizationId}/tokens`, {
      token,
      body: { title: 'A', role: 'read' },
    })
  ).json();
  return {
    organizationId,
    collectionId: await addCollection(app, { organizationId }),
    spaceId,
    revisionId: revision.id,
    pageId: page.id,
    pagePath: page.path,
    documentId: page.documentId,
    fileId: revision.files[0].id,
    reusableContentId: revision.reusableContents[0].id,
    tokenId,
  };
}

/** Was good, was used and is therefore in memory, and was then revoked. */
async function revokedToken(app: TestApp): Promise<string> {
  const { token: other } = await addMember(app, { role: 'admin' });
  const body = { title: 'To be revoked', scopes: ['admin'] };
  const made = (await app.request('POST', '/v1/user/tokens', { token: other, body })).json();
  const used = await app.request('GET', '/v1/user', { token: made.token });
  if (used.statusCode !== 200) throw new Error('The token was never good.');
  await app.request('DELETE', `/v1/user/tokens/${made.id}`, { token: other });
  return made.token;
}

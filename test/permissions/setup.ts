import { join } from 'node:path';
import { sql } from 'kysely';
import { type Config, readConfig } from '../../apps/server/platform/config.ts';
import { buildTestApp, type TestApp } from '../app.ts';
import { createTestClock } from '../clock.ts';
import { addMember, addOrganization, addSpace, addUserToken, joinOrganization } from '../factories.ts';
import { createFixtureRepository, temporaryDirectory } from '../git-fixtures.ts';
import { startGitServer } from '../git-server.ts';
import { type Forger, startForger } from '../oidc-forger.ts';
import { type Caller, makeCallers, withToken } from './callers.ts';
import { makeInstanceAdministrator } from './instance-calls.ts';
import { type Named, nameResources } from './resources.ts';

export interface Setup {
  app: TestApp;
  gitUrl: string;
  /** An identity provider with a configuration that can be used. */
  forger: Forger;
  callers: Caller[];
  /** Resources of the first organization. */
  own: Named;
  /** Resources of the same kinds in another organization. */
  foreign: Named;
  /** An administrator of both, and of the instance. */
  both: Caller;
  /** Returns the id of a space that was just deleted. */
  deletedSpace(): Promise<string>;
  close(): Promise<void>;
}

/** No worker runs: waiting for a job would be in vain. */
const IMPATIENT = { ...readConfig({}).limits, waitSeconds: 0.01 };

export async function prepareSetup(
  more: Partial<Config> = {},
  onLog?: (line: string) => void,
): Promise<Setup> {
  const clock = createTestClock();
  const app = await buildTestApp({
    clock: clock.now,
    ...(onLog ? { onLog } : {}),
    // No server listens there: the tests never query the network.
    config: { allowPrivateNetworks: true, dnsServers: ['127.0.0.1:9'], limits: IMPATIENT, ...more },
  });
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
  const forger = await startForger();

  const { organizationId } = app;
  const other = await addOrganization(app);
  const otherToken = await addUserToken(app, other.creatorId);
  const own = await nameResources(app, organizationId, app.adminToken, gitUrl);
  const foreign = await nameResources(app, other.organizationId, otherToken, git.url('foreign'));
  const { token, userId } = await addMember(app, { role: 'admin' });
  await joinOrganization(app, { userId, role: 'admin', organizationId: other.organizationId });
  await makeInstanceAdministrator(app, userId);
  const callers = await makeCallers(app, other.organizationId, clock);
  // As the database does by itself a minute later: without statistics its plans are slow.
  await sql`analyze`.execute(app.context.db);
  return {
    app,
    gitUrl,
    forger,
    callers,
    own,
    foreign,
    both: await withToken(app, token, { name: 'admin of both', userId, role: 'admin', scope: 'admin' }),
    deletedSpace: async () => {
      const spaceId = await addSpace(app);
      await app.request('DELETE', `/v1/spaces/${spaceId}`);
      return spaceId;
    },
    close: async () => {
      await git.close();
      await forger.close();
      await app.close();
      await folder.remove();
    },
  };
}

/** A branch that somebody pushed conflicts with the space: it is decided and merged in the console alone. */
import { expect, test, vi } from 'vitest';
import { createTestClock } from '../clock.ts';
import { addSpace } from '../factories.ts';
import { push } from '../fixtures/git/branches/branches.ts';
import { REF } from '../fixtures/git/sync/connected-space.ts';
import { createFixtureRepository, temporaryDirectory } from '../git-fixtures.ts';
import { startGitServer } from '../git-server.ts';
import { runJobs } from '../jobs.ts';
import { openConsole } from './console.ts';

vi.setConfig({ testTimeout: 240_000 });

const pageOf = (words: string): string => `# Use it\n\nOne here${words}.\n\n*  an item\n`;

test('the text that was written in the console is in the repository, in a merge of both sides', async () => {
  const clock = createTestClock();
  const folder = await temporaryDirectory();
  const console_ = await openConsole({ clock: clock.now, config: { allowPrivateNetworks: true } });
  const { app, baseUrl } = console_;
  const git = await startGitServer({ repositories: {}, allowPush: true });
  try {
    const repository = await createFixtureRepository(`${folder.path}/docs.git`, {
      files: { 'README.md': '# Welcome\n\nFirst.\n', 'use.md': pageOf('') },
    });
    git.options.repositories.docs = repository.directory;
    const spaceId = await addSpace(app);
    const space = `/v1/spaces/${spaceId}`;
    const send = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
      const response = await app.request(method, url, body ? { body } : {});
      expect(response.statusCode, response.body).toBeLessThan(300);
      return response.json();
    };
    /** Runs the jobs that follow a change, which first wait for further changes. */
    const settle = async (): Promise<void> => {
      clock.advance(60_000);
      await runJobs(app);
    };
    await send('PUT', `${space}/git`, { url: git.url('docs'), ref: REF, branchPattern: 'docs/*' });
    await runJobs(app);
    await push(repository, 'docs/words', { 'use.md': pageOf(', from the branch') });
    await send('POST', `${space}/git/sync`, {});
    await runJobs(app);
    const { pages } = await send('GET', `${space}/content/pages`);
    const { id: page } = pages.find(({ title }: { title: string }) => title === 'Use it');
    const edited = { operation: 'update_page', page, document: { markdown: pageOf(', live') } };
    await send('POST', `${space}/content`, { changes: [edited] });
    await settle();

    const { page: view } = await console_.open();
    await view.goto(`${baseUrl}/app/s/${spaceId}/change-requests/1?tab=checks`);
    const conflict = view.getByRole('region', { name: 'Conflict 1: Use it' });
    const choices = conflict.getByRole('radiogroup', { name: 'Which text?' });
    for (const name of ['This change request', 'The space', 'A new text'])
      await choices.getByRole('radio', { name }).check();
    await conflict.getByRole('textbox', { name: 'New text' }).getByText('One here, live.').click();
    await view.keyboard.press('Control+End');
    await view.keyboard.type(' And from the branch.');
    await conflict.getByRole('button', { name: 'Decide' }).click();
    await view.getByText('1 of 1 decided').waitFor();
    await view.getByRole('button', { name: 'Merge', exact: true }).click();
    await view.getByText('Merged', { exact: true }).waitFor();
    await settle();

    expect(await repository.git(['cat-file', 'blob', `${REF}:use.md`])).toBe(
      pageOf(', live. And from the branch').trimEnd(),
    );
    const [ours, branch] = (await repository.git(['log', '-1', '--format=%P', REF])).split(' ');
    expect(branch).toBe(await repository.git(['rev-parse', 'refs/heads/docs/words']));
    expect(await repository.git(['cat-file', 'blob', `${ours}:use.md`])).toBe(pageOf(', live').trimEnd());
  } finally {
    await git.close();
    await console_.close();
    await folder.remove();
  }
});

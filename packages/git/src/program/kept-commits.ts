/** References that keep the commits of earlier fetches, so that the next import can be compared with the last. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gitEnvironment } from './git-environment.ts';
import { runGit } from './git-process.ts';

const PREFIX = 'refs/lectern/fetched/';
const MAX_PACKS = 24;
const KEPT_COMMITS = 16;

/** Keeps a commit as the most recent one; when many fetches have accumulated, packs the kept objects into one file. */
export async function keepFetchedCommit(gitDirectory: string, oid: string, timeoutMs: number): Promise<void> {
  const environment = gitEnvironment({ gitDirectory });
  const git = async (args: readonly string[], input = ''): Promise<string> =>
    (await runGit({ args, environment, timeoutMs, input })).output.toString('latin1');

  const listed = await git(['for-each-ref', '--format=%(refname)', '--sort=refname', PREFIX]);
  const refs = listed.split('\n').filter((line) => line !== '');
  const again = refs.filter((ref) => ref.endsWith(oid));
  const place = String(Date.now()).padStart(15, '0');
  const updates = [...again.map((ref) => `delete ${ref}\n`), `update ${PREFIX}${place}-${oid} ${oid}\n`];
  await git(['update-ref', '--stdin'], updates.join(''));

  const packs = await readdir(join(gitDirectory, 'objects/pack')).catch(() => []);
  if (packs.filter((name) => name.endsWith('.pack')).length <= MAX_PACKS) return;
  const dropped = refs.filter((ref) => !again.includes(ref)).slice(0, -KEPT_COMMITS);
  await git(['update-ref', '--stdin'], dropped.map((ref) => `delete ${ref}\n`).join(''));
  await git(['update-ref', '-d', 'refs/lectern/incoming']);
  await git(['repack', '-a', '-d', '-q']);
  await git(['prune', '--expire=now']);
}

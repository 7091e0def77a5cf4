// Builds a commit in a clone of its own, so that nothing of the working tree gets into a release.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare.mjs';

/** Returns where the commit was built, and what it is. `folder` must not exist. */
export function buildCommit(revision, folder) {
  const commit = git(root, 'rev-parse', '--verify', `${revision}^{commit}`);
  run('git', ['clone', '--quiet', '--no-checkout', root, folder]);
  git(folder, 'checkout', '--quiet', '--detach', commit);
  // `npm test` checks types.
  const prepare = `import('./scripts/prepare.mjs').then(({ prepare }) => prepare({ checksTypes: false }))`;
  run(process.execPath, ['--eval', prepare], folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const tags = git(folder, 'tag', '--points-at', commit).split('\n');
  return {
    folder,
    commit,
    version,
    isTagged: tags.includes(`v${version}`),
    /** In seconds. All files of a release have this time. */
    time: Number(git(folder, 'show', '--no-patch', '--format=%ct', commit)),
  };
}

const git = (cwd, ...parameters) => run('git', parameters, cwd, 'pipe').trim();

/** Runs a program and returns its output, which is shown unless `output` is `pipe`. Throws if the program fails. */
export function run(command, parameters, cwd = root, output = 'inherit', environment = {}) {
  const { status, stdout, error } = spawnSync(command, parameters, {
    cwd,
    stdio: ['ignore', output, 'inherit'],
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    maxBuffer: 2 ** 28,
  });
  if (error?.code === 'ENOENT') throw new Error(`${command} is not installed.`);
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')} failed; see above.`);
  return stdout ?? '';
}

import { gitEnvironment } from './git-environment.ts';
import { GitError } from './git-error.ts';
import { runGit } from './git-process.ts';

/** The first version that takes configuration from the environment, on which all of our guards rest. */
const OLDEST = [2, 31] as const;

let checked: Promise<void> | undefined;

/** Refuses a git that would not see our configuration. Asks once per process. @throws GitError `program-missing` */
export function requireUsableGit(): Promise<void> {
  checked ??= check().catch((error: unknown) => {
    checked = undefined;
    throw error;
  });
  return checked;
}

async function check(): Promise<void> {
  await readUsableVersion();
}

/** The version of git, such as “git version 2.47.3”. @throws GitError `program-missing`, also if it is too old */
export async function readUsableVersion(): Promise<string> {
  const { output } = await runGit({ args: ['version'], environment: gitEnvironment({}), timeoutMs: 10_000 });
  const version = output.toString('latin1').trim();
  if (isUsableVersion(version)) return version;
  throw new GitError('program-missing', `Git ${OLDEST.join('.')} or newer is needed; found: ${version}.`);
}

export function isUsableVersion(text: string): boolean {
  const [, major, minor] = /^git version (\d+)\.(\d+)/.exec(text) ?? [];
  if (major === undefined) return false;
  return Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1]);
}

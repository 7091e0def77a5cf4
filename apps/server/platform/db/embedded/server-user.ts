import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { StartError } from '../start-error.ts';

/** The user that PostgreSQL runs as; undefined: the one that runs the service. */
export type ServerUser = { uid: number; gid: number } | undefined;

const NAME = 'lectern';

/**
 * PostgreSQL refuses to run as root. Started as root, it runs as the owner of the first of these
 * directories that belongs to another user, or as the system user `lectern`, made when it is missing.
 * Throws `StartError` when that is impossible.
 */
export function getServerUser(directories: string[]): ServerUser {
  if (process.getuid?.() !== 0) return undefined;
  for (const directory of directories) {
    const owner = statSync(directory, { throwIfNoEntry: false });
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  }
  return findUser() ?? createUser();
}

function findUser(): ServerUser {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, NAME], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function createUser(): ServerUser {
  // Debian, Red Hat and their kin; then the BusyBox of small images.
  const attempts: [string, string[]][] = [
    [
      'useradd',
      [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        '--shell',
        '/usr/sbin/nologin',
        NAME,
      ],
    ],
    ['adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', NAME]],
  ];
  let reason = '';
  for (const [command, parameters] of attempts) {
    const { stderr, error } = spawnSync(command, parameters, { encoding: 'utf8' });
    // Checked again in any case: a service that started at the same moment may have been faster.
    const user = findUser();
    if (user) return user;
    reason ||= stderr?.trim().split('\n').at(-1) ?? error?.message ?? '';
  }
  throw new StartError(
    `PostgreSQL does not run as root, and the system user “${NAME}” could not be created (${reason}). Create it, start Lectern as another user, or set DATABASE_URL.`,
  );
}

/** A real sshd on a port of its own, which serves Git repositories to one key. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from './free-port.ts';

const SSHD = '/usr/sbin/sshd';
const run = promisify(execFile);

export interface SshServer {
  port: number;
  /** The URL of a repository by its directory. */
  url(directory: string): string;
  /** The private key that may sign in. */
  privateKey: string;
  /** A line for `known_hosts`. */
  knownHosts: string;
  /** Lets another key sign in, too. */
  accept(publicKey: string): Promise<void>;
  /** Restarts it with another host key. */
  changeHostKey(): Promise<void>;
  close(): Promise<void>;
}

export async function makeKey(path: string, passphrase = ''): Promise<string> {
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-C', 'test', '-f', path]);
  return readFile(path, 'utf8');
}

/** `directory`: for its files; it must exist. */
export async function startSshServer(directory: string): Promise<SshServer> {
  const hostKey = join(directory, 'host_key');
  await makeKey(hostKey);
  const privateKey = await makeKey(join(directory, 'client_key'));
  const port = await findFreePort();
  const configuration = {
    Port: port,
    ListenAddress: '127.0.0.1',
    HostKey: hostKey,
    PidFile: 'none',
    AuthorizedKeysFile: join(directory, 'client_key.pub'),
    StrictModes: 'no',
    UsePAM: 'no',
    PermitRootLogin: 'yes',
    PasswordAuthentication: 'no',
    KbdInteractiveAuthentication: 'no',
    AcceptEnv: 'GIT_PROTOCOL',
  };
  const file = join(directory, 'sshd_config');
  const lines = Object.entries(configuration).map(([name, value]) => `${name} ${value}\n`);
  await writeFile(file, lines.join(''));
  // As root, sshd wants the directory in which Debian confines it.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true });
  let child = await start(file, port);
  return {
    port,
    url: (repository) => `ssh://${userInfo().username}@127.0.0.1:${port}${repository}`,
    privateKey,
    knownHosts: `[127.0.0.1]:${port} ${(await readFile(`${hostKey}.pub`, 'utf8')).trim()}`,
    accept: (publicKey) => appendFile(configuration.AuthorizedKeysFile, `${publicKey}\n`),
    changeHostKey: async () => {
      await stop(child);
      await rename(hostKey, `${hostKey}.old`);
      await rename(`${hostKey}.pub`, `${hostKey}.old.pub`);
      await makeKey(hostKey);
      child = await start(file, port);
    },
    close: () => stop(child),
  };
}

async function start(file: string, port: number): Promise<ChildProcess> {
  const child = spawn(SSHD, ['-D', '-e', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`sshd ended: ${said}`);
    if (await isListening(port)) return child;
    await wait(50);
  }
  throw new Error(`sshd does not listen: ${said}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'close');
  child.kill();
  await ended;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

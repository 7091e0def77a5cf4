import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { GitError } from './git-error.ts';

/** The keys for connecting to a host over SSH. */
export interface SshAccess {
  /** An OpenSSH or PEM private key without a passphrase. */
  privateKey: string;
  /** The accepted host keys, in the format of `known_hosts`. */
  knownHosts: string;
}

/** Files of one operation that only this process and its children read. */
export interface SshFiles {
  /** The value of `GIT_SSH_COMMAND`, which git passes to a shell. */
  command: string;
  remove(): Promise<void>;
}

const PREFIX = 'lectern-ssh-';
/** Host keys are looked up by this name: the connection itself goes to the tunnel. */
const HOST_ALIAS = 'git-host';
const KEY_TOOL_TIMEOUT_MS = 10_000;

/**
 * The options of every connection: no configuration of the machine, no other key, no agent, no forwarding, no prompts,
 * and no host whose key is not pinned. `port` is that of the tunnel on loopback, the only way out.
 */
const optionsOf = (port: number): Record<string, string> => ({
  HostName: '127.0.0.1',
  Port: String(port),
  HostKeyAlias: HOST_ALIAS,
  CheckHostIP: 'no',
  GlobalKnownHostsFile: '/dev/null',
  UpdateHostKeys: 'no',
  VerifyHostKeyDNS: 'no',
  BatchMode: 'yes',
  IdentitiesOnly: 'yes',
  IdentityAgent: 'none',
  CertificateFile: 'none',
  PreferredAuthentications: 'publickey',
  PasswordAuthentication: 'no',
  KbdInteractiveAuthentication: 'no',
  GSSAPIAuthentication: 'no',
  HostbasedAuthentication: 'no',
  ForwardAgent: 'no',
  ForwardX11: 'no',
  ClearAllForwardings: 'yes',
  PermitLocalCommand: 'no',
  ProxyCommand: 'none',
  ControlMaster: 'no',
  ControlPath: 'none',
  RequestTTY: 'no',
  ConnectTimeout: '30',
  ServerAliveInterval: '15',
  ServerAliveCountMax: '4',
  LogLevel: 'ERROR',
});

const toArguments = (options: Record<string, string>): string[] => [
  '-F',
  '/dev/null',
  ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
];

/** Writes the key and the host keys of an operation to files that `remove` deletes. */
export async function writeSshFiles({ privateKey, knownHosts }: SshAccess, port: number): Promise<SshFiles> {
  const directory = await makeDirectory();
  const [identity, hosts] = [join(directory, 'identity'), join(directory, 'known_hosts')];
  await writeFile(identity, withFinalNewline(privateKey), { mode: 0o600 });
  const keys = parseHostKeys(knownHosts).map(({ type, key }) => `${HOST_ALIAS} ${type} ${key}\n`);
  await writeFile(hosts, keys.join(''), { mode: 0o600 });
  const args = toArguments({
    ...optionsOf(port),
    IdentityFile: identity,
    UserKnownHostsFile: hosts,
    StrictHostKeyChecking: 'yes',
  });
  return {
    command: ['ssh', ...args].map((argument) => `'${argument}'`).join(' '),
    remove: () => removeDirectory(directory),
  };
}

export interface HostKey {
  type: string;
  /** The public key in base64. */
  key: string;
}

const KEY_TYPE = /^(?:ssh|ecdsa|sk-ssh|sk-ecdsa)-[\w.@-]+$/;

/** Whether a text is base64 of at least as many bytes as the shortest key has. */
const isEncodedKey = (text: string): boolean =>
  text.length >= 40 && Buffer.from(text, 'base64').toString('base64') === text;

/**
 * Reads the lines of a `known_hosts` file, with or without the names of the host.
 * @throws GitError `invalid-key`
 */
export function parseHostKeys(text: string): HostKey[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const words = line.split(/\s+/);
      const at = KEY_TYPE.test(words[0] ?? '') ? 0 : 1;
      const [type = '', key = ''] = words.slice(at);
      if (line.startsWith('@') || !KEY_TYPE.test(type) || !isEncodedKey(key))
        throw new GitError('invalid-key', 'A line of the host keys is not in the format of known_hosts.');
      return { type, key };
    });
}

/**
 * Returns the host key that a host offers to clients that connect through the tunnel on this port; undefined if it
 * offers none.
 */
export async function readOfferedHostKey(port: number, signal: AbortSignal): Promise<HostKey | undefined> {
  const directory = await makeDirectory();
  try {
    const hosts = join(directory, 'known_hosts');
    const options = {
      ...optionsOf(port),
      IdentityFile: 'none',
      UserKnownHostsFile: hosts,
      StrictHostKeyChecking: 'accept-new',
    };
    // ssh writes the host key to the file before it signs in, which fails.
    await run('ssh', [...toArguments(options), '--', HOST_ALIAS, 'exit'], { signal }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw missingSsh(error);
      },
    );
    const text = await readFile(hosts, 'utf8').catch(() => '');
    return parseHostKeys(text)[0];
  } finally {
    await removeDirectory(directory);
  }
}

/**
 * Returns the key without its passphrase, because nobody can be asked for the passphrase later.
 * @throws GitError `invalid-key`
 */
export async function openPrivateKey(privateKey: string, passphrase: string | undefined): Promise<string> {
  const directory = await makeDirectory();
  try {
    const [identity, askpass] = [join(directory, 'identity'), join(directory, 'askpass')];
    await writeFile(identity, withFinalNewline(privateKey), { mode: 0o600 });
    // Arguments of programs can be read by every user of the machine, their environment cannot.
    await writeFile(askpass, '#!/bin/sh\nprintf "%s\\n" "$LECTERN_PASSPHRASE"\n', { mode: 0o700 });
    const environment = {
      LECTERN_PASSPHRASE: passphrase ?? '',
      SSH_ASKPASS: askpass,
      SSH_ASKPASS_REQUIRE: 'force',
    };
    await run('ssh-keygen', ['-q', '-p', '-N', '', '-f', identity], { environment });
    await run('ssh-keygen', ['-y', '-f', identity], { environment });
    return await readFile(identity, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw missingSsh(error as Error);
    const hint =
      passphrase === undefined ? ', or the key needs a passphrase' : ', or the passphrase is wrong';
    throw new GitError('invalid-key', `OpenSSH cannot read this private key${hint}.`);
  } finally {
    await removeDirectory(directory);
  }
}

export interface KeyPair {
  privateKey: string;
  /** A line for the settings of a host, or for `authorized_keys`. */
  publicKey: string;
}

/** Makes a key pair for one repository. `comment`: the name that hosts show for it. @throws GitError */
export async function createKeyPair(comment: string): Promise<KeyPair> {
  const directory = await makeDirectory();
  try {
    const identity = join(directory, 'identity');
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', comment, '-f', identity]);
    const [privateKey, publicKey] = await Promise.all(
      [identity, `${identity}.pub`].map((path) => readFile(path, 'utf8')),
    );
    return { privateKey: privateKey as string, publicKey: (publicKey as string).trim() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw missingSsh(error as Error);
    throw error;
  } finally {
    await removeDirectory(directory);
  }
}

const missingSsh = (cause: Error): GitError =>
  new GitError('program-missing', 'The programs of OpenSSH could not be started. Install openssh-client.', {
    cause,
  });

const withFinalNewline = (text: string): string => `${text.replaceAll('\r\n', '\n').trimEnd()}\n`;

function run(
  program: string,
  args: readonly string[],
  { environment = {}, signal }: { environment?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: '/dev/null', LC_ALL: 'C', ...environment };
  const options = { env, timeout: KEY_TOOL_TIMEOUT_MS, killSignal: 'SIGKILL' as const, signal };
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, output) => {
      if (error) reject(error);
      else resolve(output);
    });
    child.stdin?.end();
  });
}

async function makeDirectory(): Promise<string> {
  await removeAbandoned();
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

const removeDirectory = (directory: string): Promise<void> => rm(directory, { recursive: true, force: true });

/**
 * Removes the keys that killed processes left behind. In a container, the next process can have the same id, so files
 * with the id of this process are removed, too, if they are older than it.
 */
async function removeAbandoned(): Promise<void> {
  const startedAt = Date.now() - process.uptime() * 1000;
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number.parseInt(name.slice(PREFIX.length), 10);
    const directory = join(tmpdir(), name);
    const { mtimeMs } = await stat(directory).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    const isAbandoned = pid === process.pid ? mtimeMs < startedAt : !isAlive(pid);
    if (isAbandoned) await removeDirectory(directory).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

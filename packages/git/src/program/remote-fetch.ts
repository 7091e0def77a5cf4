import { NetworkError } from '@lectern/std/network-error';
import { gitEnvironment } from './git-environment.ts';
import { explainFullDisk, GitError } from './git-error.ts';
import type { GitNetwork } from './git-network.ts';
import { type GitOutcome, type GitRun, runGit } from './git-process.ts';
import type { GitRef } from './git-ref.ts';
import { type GuardedTunnel, openForwardingTunnel, openGuardedTunnel } from './guarded-tunnel.ts';
import { describeNetworkError, type ReachableRemote } from './preflight.ts';
import { basicAuthorization, portOf, redactCredentials } from './remote-url.ts';
import { writeSshFiles } from './ssh-access.ts';
import { describeSshFailure } from './ssh-failure.ts';

export interface FetchProgress {
  /** Git's own word, such as “Receiving objects”. */
  phase: string;
  /** 0..100. */
  percent: number;
  receivedBytes: number;
}

export interface FetchRefOptions {
  gitDirectory: string;
  remote: ReachableRemote;
  ref: GitRef;
  network: GitNetwork;
  maxBytes: number;
  timeoutMs: number;
  /** The number of commits to fetch, from the newest back; default 1. */
  depth?: number | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: FetchProgress) => void) | undefined;
}

/** How a remote is reached. */
export type RemoteAccess = Pick<FetchRefOptions, 'gitDirectory' | 'remote' | 'network' | 'maxBytes'>;

const INCOMING = 'refs/lectern/incoming';
const MAX_REF_LISTING_BYTES = 4 * 1024 * 1024;
const NAMED_BRANCHES = 10;

/**
 * Objects are checked when they are received, except for old mistakes in real histories, for names, which are checked
 * when the tree is read, and for submodules and attributes, which are never used.
 */
const TOLERATED = [
  'badDate',
  'badDateOverflow',
  'badEmail',
  'badFilemode',
  'badName',
  'badTimezone',
  'duplicateEntries',
  'emptyName',
  'fullPathname',
  'gitattributesLarge',
  'gitattributesLineLength',
  'gitattributesSymlink',
  'gitattributesMissing',
  'gitattributesBlob',
  'gitignoreSymlink',
  'gitmodulesBlob',
  'gitmodulesLarge',
  'gitmodulesMissing',
  'gitmodulesName',
  'gitmodulesParse',
  'gitmodulesPath',
  'gitmodulesSymlink',
  'gitmodulesUpdate',
  'gitmodulesUrl',
  'hasDot',
  'hasDotdot',
  'hasDotgit',
  'mailmapSymlink',
  'missingEmail',
  'missingNameBeforeEmail',
  'missingSpaceBeforeDate',
  'missingSpaceBeforeEmail',
  'missingTaggerEntry',
  'multipleAuthors',
  'nulInCommit',
  'treeNotSorted',
  'zeroPaddedDate',
  'zeroPaddedFilemode',
];

const checks = Object.fromEntries([
  ['fetch.fsckObjects', 'true'],
  ...TOLERATED.map((name) => [`fetch.fsck.${name}`, 'ignore'] as const),
]) as Record<string, string>;

/** Fetches one ref, shallow, through a guarded tunnel. Returns the commit it names. @throws GitError */
export async function fetchRef(options: FetchRefOptions): Promise<{ oid: string; receivedBytes: number }> {
  const { remote, ref } = options;
  const tooLarge = new AbortController();
  const tunnel = await openTunnel(options, () => tooLarge.abort());
  const signal = options.signal ? AbortSignal.any([options.signal, tooLarge.signal]) : tooLarge.signal;
  const environment = remoteEnvironment(options.gitDirectory, remote, tunnel);
  const run = (args: readonly string[], more: Partial<GitRun> = {}): Promise<GitOutcome> =>
    runGit({ args, environment, timeoutMs: options.timeoutMs, signal, ...more });
  try {
    const source = ref.kind === 'commit' ? ref.oid : ref.text;
    const flags = [
      `--depth=${options.depth ?? 1}`,
      '--no-tags',
      '--progress',
      '--no-write-fetch-head',
      '--no-recurse-submodules',
    ];
    const fetched = await run(['fetch', ...flags, '--end-of-options', remote.url, `+${source}:${INCOMING}`], {
      onErrorOutput: (text) => reportProgress(text, tunnel, options.onProgress),
    });
    if (fetched.exitCode !== 0) throw await describeFailure(fetched, options, tunnel, run);
    return { oid: await resolveCommit(ref, run), receivedBytes: tunnel.receivedBytes() };
  } catch (error) {
    if (tunnel.failure() === 'too-large') throw tooLargeError(options.maxBytes);
    throw error;
  } finally {
    await tunnel.close();
  }
}

/** The only way out of one git operation. */
type RemoteTunnel = Omit<GuardedTunnel, 'proxyUrl'> & ({ proxyUrl: string } | { sshCommand: string });

export async function openTunnel(
  { remote, network, maxBytes }: Omit<RemoteAccess, 'gitDirectory'>,
  onTooLarge: () => void,
): Promise<RemoteTunnel> {
  const { hostname } = new URL(remote.url);
  const options = { hostname, port: portOf(remote.url), network, maxBytes, onTooLarge };
  if (!remote.ssh) return openGuardedTunnel(options);
  const tunnel = await openForwardingTunnel(options);
  const files = await writeSshFiles(remote.ssh, tunnel.port);
  const close = async (): Promise<void> => {
    await files.remove();
    await tunnel.close();
  };
  return { ...tunnel, sshCommand: files.command, close };
}

/**
 * Credentials go to git as a header of this one origin: unlike an askpass program that needs no
 * file, and unlike credentials in the URL git cannot print it.
 */
export function remoteEnvironment(
  gitDirectory: string | undefined,
  remote: ReachableRemote,
  tunnel: RemoteTunnel,
): Record<string, string> {
  const config = { ...checks, 'fetch.unpackLimit': '1' };
  if ('sshCommand' in tunnel) return gitEnvironment({ gitDirectory, sshCommand: tunnel.sshCommand, config });
  const { origin } = new URL(remote.url);
  return gitEnvironment({
    gitDirectory,
    config: {
      ...config,
      'http.proxy': tunnel.proxyUrl,
      'http.followRedirects': 'false',
      'http.lowSpeedLimit': '1',
      // Git reports its progress every second while a remote works.
      'http.lowSpeedTime': '30',
      ...(remote.credentials
        ? { [`http.${origin}/.extraHeader`]: `Authorization: ${basicAuthorization(remote.credentials)}` }
        : {}),
    },
  });
}

function reportProgress(text: string, tunnel: RemoteTunnel, onProgress: FetchRefOptions['onProgress']): void {
  const [, phase, percent] = /(?:remote: )?([A-Z][a-z]+ [a-z]+): +(\d+)%/.exec(text) ?? [];
  if (phase && onProgress)
    onProgress({ phase, percent: Number(percent), receivedBytes: tunnel.receivedBytes() });
}

type Run = (args: readonly string[], more?: Partial<GitRun>) => Promise<GitOutcome>;

async function resolveCommit(ref: GitRef, run: Run): Promise<string> {
  const peeled = await run(['rev-parse', '--quiet', '--verify', `${INCOMING}^{commit}`]);
  if (peeled.exitCode !== 0) throw new GitError('ref-not-found', `${ref.text} is not a commit.`);
  return peeled.output.toString('latin1').trim();
}

const tooLargeError = (maxBytes: number): GitError =>
  new GitError(
    'too-large',
    `The repository is larger than the limit of ${Math.round(maxBytes / 1_000_000)} MB.`,
  );

async function describeFailure(
  outcome: GitOutcome,
  options: FetchRefOptions,
  tunnel: RemoteTunnel,
  run: Run,
): Promise<GitError> {
  const failure = tunnel.failure();
  if (failure instanceof NetworkError) return describeNetworkError(failure);
  if (failure === 'too-large') return tooLargeError(options.maxBytes);
  const { errorOutput } = outcome;
  const full = explainFullDisk(errorOutput);
  if (full) return full;
  const { hostname, credentials, ssh } = options.remote;
  const sshFailure = ssh && describeSshFailure(errorOutput, hostname);
  if (sshFailure) return sshFailure;
  if (/couldn't find remote ref|not our ref|unadvertised object/i.test(errorOutput))
    return describeMissingRef(options, run);
  if (/SSL certificate|certificate problem|certificate verif/i.test(errorOutput)) {
    return new GitError('untrusted-certificate', `The certificate of ${hostname} is not trusted.`);
  }
  if (/could not read Username|Authentication failed|returned error: 40[13]/.test(errorOutput)) {
    return new GitError(
      'authentication-failed',
      `${hostname} refused access to the repository while it was read.`,
    );
  }
  if (/shallow|dumb http/.test(errorOutput) && /does not support|dumb http/.test(errorOutput)) {
    return new GitError(
      'not-a-repository',
      `${hostname} serves this repository over a protocol too old to read a single commit.`,
    );
  }
  const last =
    errorOutput.split(/[\r\n]+/).findLast((line) => /^(fatal|error|remote): ?\S/.test(line)) ??
    'no reason given';
  return new GitError(
    'failed',
    `The repository could not be read from ${hostname}: ${redactCredentials(last, credentials).slice(0, 300)}`,
  );
}

/** Lists the existing refs: a wrong branch name is the most common mistake. */
async function describeMissingRef({ ref, remote }: FetchRefOptions, run: Run): Promise<GitError> {
  const listed = await run(['ls-remote', '--quiet', '--end-of-options', remote.url], {
    maxOutputBytes: MAX_REF_LISTING_BYTES,
  });
  const names = listed.output
    .toString('utf8')
    .split('\n')
    .flatMap((line) => line.split('\t')[1] ?? []);
  if (listed.exitCode === 0 && names.length === 0) {
    return new GitError('empty-repository', 'The repository is empty: it has no commit yet.');
  }
  if (ref.kind === 'commit') return new GitError('ref-not-found', `The repository has no commit ${ref.oid}.`);
  if (ref.kind === 'default')
    return new GitError('ref-not-found', 'The repository has no default branch. Specify a branch.');
  const prefix = ref.kind === 'branch' ? 'refs/heads/' : 'refs/tags/';
  const others = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const shown = others.slice(0, NAMED_BRANCHES).join(', ');
  const more = others.length > NAMED_BRANCHES ? ` and ${others.length - NAMED_BRANCHES} more` : '';
  const has = others.length > 0 ? ` It has: ${shown}${more}.` : '';
  return new GitError('ref-not-found', `The repository has no ${ref.kind} named “${ref.name}”.${has}`);
}

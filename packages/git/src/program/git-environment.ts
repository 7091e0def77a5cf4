import process from 'node:process';

/** The environment that git inherits: where programs and certificates are. Nothing else is passed on. */
const INHERITED = ['PATH', 'TMPDIR', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH'];

/** The configuration of every run, which no file on the machine can change. */
const HARDENED: Record<string, string> = {
  'protocol.allow': 'never',
  'protocol.http.allow': 'always',
  'protocol.https.allow': 'always',
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.askPass': '',
  'core.attributesFile': '/dev/null',
  'core.quotePath': 'false',
  // Larger blobs are streamed to disk instead of being held in memory.
  'core.bigFileThreshold': '16m',
  'credential.helper': '',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'fetch.writeCommitGraph': 'false',
  'transfer.bundleURI': 'false',
  'transfer.advertiseSID': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'pack.threads': '1',
  'pack.windowMemory': '64m',
};

/**
 * The whole environment of a git process. Configuration travels in `GIT_CONFIG_*` variables: they
 * are not in argv, where every user of the machine can read them, and never touch a disk.
 */
export function gitEnvironment(options: {
  gitDirectory?: string | undefined;
  /** The command that connects over SSH; without one, only HTTP is possible. */
  sshCommand?: string | undefined;
  config?: Record<string, string>;
}): Record<string, string> {
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const { sshCommand } = options;
  const ssh = sshCommand === undefined ? {} : { 'protocol.ssh.allow': 'always' };
  const config = Object.entries({ ...HARDENED, ...ssh, ...options.config });
  return {
    ...Object.fromEntries(inherited),
    // Keeps .netrc, .gitconfig and .ssh of the service's user out of reach.
    HOME: '/dev/null',
    XDG_CONFIG_HOME: '/dev/null',
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_SSH_COMMAND: sshCommand ?? 'false',
    // Otherwise, git would start the command once more to detect its variant.
    GIT_SSH_VARIANT: 'ssh',
    GIT_ALLOW_PROTOCOL: sshCommand === undefined ? 'http:https' : 'ssh',
    ...(options.gitDirectory === undefined ? {} : { GIT_DIR: options.gitDirectory }),
    GIT_CONFIG_COUNT: String(config.length),
    ...Object.fromEntries(
      config.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

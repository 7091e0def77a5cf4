/** The kind of a Git host: it decides how statuses are reported and how links to the repository look. */
export const PROVIDERS = ['github', 'gitlab', 'gitea', 'bitbucket'] as const;

export type Provider = (typeof PROVIDERS)[number];

const KNOWN_HOSTS: Record<string, Provider> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'codeberg.org': 'gitea',
  'gitea.com': 'gitea',
  'bitbucket.org': 'bitbucket',
};

/** Recognizes the public hosts; for any other, the request must name the provider. */
export const recognizeProvider = (hostname: string): Provider | null => KNOWN_HOSTS[hostname] ?? null;

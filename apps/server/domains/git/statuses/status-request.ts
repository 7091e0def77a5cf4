/** How each kind of host takes the status of a commit. */
import type { Provider } from '../connection/host-provider.ts';

/** One line among the checks of a commit. */
export interface CommitStatus {
  /** The stable name, such as `lectern/links`. */
  context: string;
  state: 'success' | 'failure';
  description: string;
  /** Where people read more. */
  url: string;
}

export interface StatusRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

interface StatusTarget {
  provider: Provider | null;
  /** The https URL of the repository, without credentials. */
  repositoryUrl: string;
  token: string;
  oid: string;
}

/** In characters; GitHub has the lowest limit. */
const MAX_DESCRIPTION_LENGTH = 140;

/** Undefined: the host has no statuses that we know, or this is not the URL of a repository on it. */
export function describeRequest(
  { provider, repositoryUrl, token, oid }: StatusTarget,
  status: CommitStatus,
): StatusRequest | undefined {
  const { origin, pathname, hostname } = new URL(repositoryUrl);
  const parts = pathname
    .replace(/\.git$/, '')
    .split('/')
    .filter(Boolean);
  if (parts.length < 2) return undefined;
  const description = cut(status.description);
  const common = { context: status.context, target_url: status.url, description };
  if (provider === 'github') {
    const api = hostname === 'github.com' ? 'https://api.github.com' : `${origin}/api/v3`;
    return {
      url: `${api}/repos/${parts.slice(-2).join('/')}/statuses/${oid}`,
      headers: { ...JSON_HEADERS, accept: 'application/vnd.github+json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...common, state: status.state }),
    };
  }
  if (provider === 'gitea') {
    const base = [origin, ...parts.slice(0, -2)].join('/');
    return {
      url: `${base}/api/v1/repos/${parts.slice(-2).join('/')}/statuses/${oid}`,
      headers: { ...JSON_HEADERS, authorization: `token ${token}` },
      body: JSON.stringify({ ...common, state: status.state }),
    };
  }
  if (provider === 'gitlab') {
    const state = status.state === 'failure' ? 'failed' : 'success';
    return {
      // Groups are nested, and the whole path is one part of the address.
      url: `${origin}/api/v4/projects/${parts.join('%2F')}/statuses/${oid}`,
      headers: { ...JSON_HEADERS, authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: status.context, target_url: status.url, description, state }),
    };
  }
  return undefined;
}

const JSON_HEADERS = { 'content-type': 'application/json', 'user-agent': 'Lectern-Git/1' };

function cut(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length <= MAX_DESCRIPTION_LENGTH
    ? characters.join('')
    : `${characters.slice(0, MAX_DESCRIPTION_LENGTH - 1).join('')}…`;
}

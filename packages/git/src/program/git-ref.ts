import { GitError } from './git-error.ts';

export type GitRef =
  | { kind: 'branch' | 'tag'; name: string; text: string }
  | { kind: 'commit'; oid: string; text: string }
  | { kind: 'default'; text: 'HEAD' };

const OID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them in names
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[./]$|^[/.-]/;

export const isObjectId = (text: string): boolean => OID.test(text);

/**
 * Reads `refs/heads/<branch>`, `refs/tags/<tag>`, a full commit id or `HEAD`, by git's own rules
 * for names and one more: no name begins with `-`.
 * @throws GitError `invalid-ref`
 */
export function parseGitRef(text: string): GitRef {
  if (text === 'HEAD') return { kind: 'default', text };
  if (isObjectId(text)) return { kind: 'commit', oid: text, text };
  const [, place, name] = /^refs\/(heads|tags)\/(.+)$/s.exec(text) ?? [];
  if (name === undefined) {
    throw new GitError('invalid-ref', 'The ref must have the form refs/heads/<branch>.');
  }
  if (name.length > 250 || name === '@' || FORBIDDEN.test(name)) {
    throw new GitError('invalid-ref', `${JSON.stringify(name)} is not a valid ${nounOf(place)} name.`);
  }
  return { kind: place === 'heads' ? 'branch' : 'tag', name, text };
}

/** The name of a branch for a person. */
export const branchNameOf = (ref: string): string => ref.replace(/^refs\/heads\//, '');

/** The name of a ref for people. */
export function describeRef(text: string): string {
  const ref = parseGitRef(text);
  if (ref.kind === 'commit') return `the commit ${ref.oid.slice(0, 10)}`;
  return ref.kind === 'default' ? 'the default branch' : `the ${ref.kind} “${ref.name}”`;
}

const nounOf = (place: string | undefined): string => (place === 'heads' ? 'branch' : 'tag');

/**
 * A directory inside a repository as a clean posix path, `''` for its top.
 * @throws GitError `invalid-directory` when it points outside
 */
export function parseRepositoryDirectory(text: string): string {
  const parts = text.split('/').filter((part) => part !== '' && part !== '.');
  if (text.includes('\0') || parts.includes('..')) {
    throw new GitError('invalid-directory', 'The directory must be inside the repository.');
  }
  return parts.join('/');
}

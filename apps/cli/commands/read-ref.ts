import { isObjectId } from '@lectern/git/program/git-ref';

/** A plain name is that of a branch. */
export const readRef = (ref: string): string =>
  ref === 'HEAD' || ref.startsWith('refs/') || isObjectId(ref) ? ref : `refs/heads/${ref}`;

import type { Person } from '@lectern/git/program/write-commit';
import { renderCommitMessage } from '../connection/commit-message.ts';

/** The facts that the message of a commit can mention. */
export interface CommitFacts {
  /** The authors of the changes, the latest one first. */
  authors: readonly Person[];
  /** The change request whose merge the commit contains, if there is exactly one. */
  changeRequest: { number: number; subject: string } | undefined;
  spaceTitle: string;
  /** The number of files that change. */
  fileCount: number;
}

/** Fills in a template for commit messages. */
export const createMessageWriter =
  (template: string) =>
  ({ authors, changeRequest, spaceTitle, fileCount }: CommitFacts): string =>
    renderCommitMessage(template, {
      author: authors[0]?.name ?? '',
      number: changeRequest?.number,
      subject: changeRequest?.subject || `Update ${fileCount === 1 ? '1 file' : `${fileCount} files`}`,
      space: spaceTitle,
    });

/** Appends the authors after the first as `Co-authored-by` lines, which Git hosts read. */
export function withCoAuthors(message: string, [, ...others]: readonly Person[]): string {
  const text = message.trimEnd();
  if (others.length === 0) return `${text}\n`;
  const lines = others.map(({ name, email }) => `Co-authored-by: ${name} <${email}>`);
  return `${text}\n\n${lines.join('\n')}\n`;
}

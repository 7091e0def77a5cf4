import { renderCommitMessage } from '../connection/commit-message.ts';
import type { Person } from '../program/write-commit.ts';

/** What a commit is about. */
export interface CommitFacts {
  /** Those who wrote what it contains, the last one first. */
  authors: readonly Person[];
  /** The change request whose merge it contains, if there is exactly one. */
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

/** Names the authors after the first, in the lines from which Git hosts read them. */
export function withCoAuthors(message: string, [, ...others]: readonly Person[]): string {
  const text = message.trimEnd();
  if (others.length === 0) return `${text}\n`;
  const lines = others.map(({ name, email }) => `Co-authored-by: ${name} <${email}>`);
  return `${text}\n\n${lines.join('\n')}\n`;
}

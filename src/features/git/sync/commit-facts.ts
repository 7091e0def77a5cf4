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

/** The placeholders of a commit message. */
const PLACEHOLDER = /\{(author|number|subject|space)\}/g;

/** Fills in a template for commit messages, and names the other authors as Git hosts understand it. */
export function writeCommitMessage(template: string, facts: CommitFacts): string {
  const { authors, changeRequest, spaceTitle } = facts;
  const values: Record<string, string> = {
    author: authors[0]?.name ?? '',
    number: changeRequest ? String(changeRequest.number) : '',
    subject: changeRequest?.subject || describeFiles(facts),
    space: spaceTitle,
  };
  const message = template.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '').trim();
  return withCoAuthors(message || describeFiles(facts), authors);
}

/** The authors after the first, in the lines from which Git hosts read them. */
export function withCoAuthors(message: string, [, ...others]: readonly Person[]): string {
  if (others.length === 0) return `${message}\n`;
  const lines = others.map(({ name, email }) => `Co-authored-by: ${name} <${email}>`);
  return `${message}\n\n${lines.join('\n')}\n`;
}

const describeFiles = ({ fileCount, spaceTitle }: CommitFacts): string =>
  `Update ${fileCount === 1 ? '1 file' : `${fileCount} files`} from ${spaceTitle || 'the space'}`;

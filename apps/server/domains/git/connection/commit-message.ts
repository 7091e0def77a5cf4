/** The messages of commits that a sync makes, from the template of the connection. */

export interface CommitFacts {
  /** The name of the author. */
  author: string;
  /** The number of the change request; undefined for other edits. */
  number?: number | undefined;
  /** The subject of the change request, or the message of the revision. */
  subject: string;
  /** The title of the space. */
  space: string;
}

export const DEFAULT_COMMIT_MESSAGE = '{subject}';

const PLACEHOLDER = /\{([a-z_]+)\}/g;

/** The long names are those of the product that Lectern replaces, so that its templates can be copied. */
const VALUES: Record<string, (facts: CommitFacts) => string> = {
  author: ({ author }) => author,
  number: ({ number }) => (number === undefined ? '' : String(number)),
  subject: ({ subject }) => subject,
  space: ({ space }) => space,
  change_request_number: ({ number }) => (number === undefined ? '' : String(number)),
  change_request_subject: ({ subject }) => subject,
};

/** Returns the first placeholder of a template that has no meaning. */
export const findUnknownPlaceholder = (template: string): string | undefined =>
  [...template.matchAll(PLACEHOLDER)]
    .map(([, name = '']) => name)
    .find((name) => !Object.hasOwn(VALUES, name));

/** Fills in the template. A value cannot add lines, and an empty message becomes the subject. */
export function renderCommitMessage(template: string, facts: CommitFacts): string {
  const message = template
    .replace(PLACEHOLDER, (text, name: string) => {
      const read = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
      return read ? toOneLine(read(facts)) : text;
    })
    .trim();
  return message || toOneLine(facts.subject) || 'Update the documentation';
}

const toOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Mentions as people write them, “@Ada”, and as the service has them: links to users. */

const LINK = /\[(@(?:\\.|[^[\]\\])+)\]\(\/users\/([0-9a-f-]{36})\)/g;

const readName = (text: string): string => text.replace(/\\([\\[\]*_`~<>])/g, '$1');
const writeName = (text: string): string => text.replace(/[\\[\]*_`~<>]/g, '\\$&');

/** The Markdown of a text in which names are mentioned. */
export function writeMentions(text: string, mentions: Readonly<Record<string, string>>): string {
  // The longest first: “@Ada Lovelace” is not “@Ada”.
  const names = Object.keys(mentions).sort((a, b) => b.length - a.length);
  if (names.length === 0) return text;
  const pattern = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return text.replace(
    new RegExp(`(^|[^\\p{L}\\p{N}\\[])@(${pattern})(?![\\p{L}\\p{N}])`, 'gu'),
    (_, before: string, name: string) => `${before}[@${writeName(name)}](/users/${mentions[name]})`,
  );
}

/** A text as its author wrote it, with the names that it mentions. */
export function readMentions(markdown: string): { text: string; mentions: Record<string, string> } {
  const mentions: Record<string, string> = {};
  const text = markdown.replace(LINK, (_, name: string, id: string) => {
    const written = readName(name);
    mentions[written.slice(1)] = id;
    return written;
  });
  return { text, mentions };
}

/** The name that is being typed at the caret, with where its `@` is. */
export function mentionAt(text: string, caret: number): { start: number; query: string } | undefined {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('@');
  if (start < 0 || (start > 0 && !/[\s(]/.test(before.charAt(start - 1)))) return undefined;
  const query = before.slice(start + 1);
  return isNameBegun(query) ? { start, query } : undefined;
}

const MAX_WORD = 30;

/** One word, or two with a blank between them. */
function isNameBegun(query: string): boolean {
  const [first = '', second, ...more] = query.split(' ');
  const words = second === undefined ? [first] : [first, second];
  if (more.length > 0 || second === '') return false;
  return words.every((word) => word.length <= MAX_WORD && !/\s/.test(word));
}

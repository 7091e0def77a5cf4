/** A reference whose text is its label: `[label]` or `[label][]`, also of an image. */
interface ShortReference {
  label: string;
  form: 'shortcut' | 'collapsed';
}

/** Characters for private use, one for each reference. */
const FIRST = 0xe000;
const LAST = 0xf8ff;
const PRIVATE = /[\ue000-\uf8ff]/;
const REFERENCE = /(?<!\\)\[((?:[^\\[\]]|\\.){1,999})\](\[\])?(?![[(:])/g;

const normalize = (label: string): string =>
  label
    .trim()
    .replace(/[\s>]+/g, ' ')
    .toLowerCase();

/**
 * Writes the short references of a text in full, so that their words can change and their labels stay. `restore` makes
 * those short again whose words did not change; undefined if there are none.
 */
export function expandReferences(
  text: string,
  definitions: string,
): { text: string; restore(edited: string): string } | undefined {
  const known = new Set(
    [...definitions.matchAll(/^ {0,3}\[((?:[^\\[\]]|\\.)+)\]:/gm)].map(([, label]) => normalize(label!)),
  );
  if (known.size === 0 || PRIVATE.test(text)) return undefined;
  const references: ShortReference[] = [];
  const expanded = text.replace(REFERENCE, (written: string, label: string, collapsed?: string) => {
    if (label.startsWith('^') || !known.has(normalize(label)) || FIRST + references.length > LAST)
      return written;
    references.push({ label, form: collapsed ? 'collapsed' : 'shortcut' });
    return `[${label}][${String.fromCharCode(FIRST + references.length - 1)}]`;
  });
  if (references.length === 0) return undefined;
  return { text: expanded, restore: (edited) => restoreReferences(edited, references) };
}

function restoreReferences(edited: string, references: readonly ShortReference[]): string {
  return edited.replace(/\[([\ue000-\uf8ff])\]/g, (_written, mark: string, offset: number) => {
    const { label, form } = references[mark.charCodeAt(0) - FIRST]!;
    const isUnchanged = edited.slice(0, offset).endsWith(`[${label}]`);
    if (!isUnchanged)
      return `[${label
        .split(/\r\n?|\n/)
        .map(withoutQuote)
        .join(' ')}]`;
    return form === 'collapsed' ? '[]' : '';
  });
}

/** A line of a label, without the blanks around it and the marks of quotes before it. */
const withoutQuote = (line: string, index: number): string =>
  index === 0 ? line.trimEnd() : line.replace(/^[ \t>]+/, '').trimEnd();

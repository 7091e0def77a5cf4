import { Fragment, type Node, Slice } from 'prosemirror-model';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';

/** Pasted blocks get handles of their own. */
export const withoutOwnKeys = (slice: Slice): Slice =>
  new Slice(withFreshKeys(slice.content), slice.openStart, slice.openEnd);

export function withFreshKeys(content: Fragment): Fragment {
  const nodes: Node[] = [];
  content.forEach((node) => {
    const marks = node.marks.map((mark) =>
      'key' in mark.attrs ? mark.type.create({ ...mark.attrs, key: newKey() }) : mark,
    );
    if (node.isText) nodes.push(node.mark(marks));
    else {
      const attrs = 'key' in node.attrs ? { ...node.attrs, key: newKey() } : node.attrs;
      nodes.push(node.type.create(attrs, withFreshKeys(node.content), marks));
    }
  });
  return Fragment.fromArray(nodes);
}

/** Plain text: empty lines separate paragraphs, other line ends become line breaks. */
export function textSlice(text: string): Slice {
  const paragraphs = text.split(/(?:\r\n?|\n){2,}/).map((part) => {
    const inline = part
      .split(/\r\n?|\n/)
      .flatMap((line, index) => [
        ...(index > 0 ? [schema.node('hard_break')] : []),
        ...(line === '' ? [] : [schema.text(line)]),
      ]);
    return schema.node('paragraph', { key: newKey() }, inline);
  });
  return new Slice(Fragment.fromArray(paragraphs), 1, 1);
}

const codeLines = (text: string): Node[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => schema.node('code_line', { key: newKey() }, line === '' ? [] : [schema.text(line)]));

/** Lines of code, into code. */
export const codeSlice = (text: string): Slice => new Slice(Fragment.fromArray(codeLines(text)), 1, 1);

/** A text without the line breaks at its end. */
export function withoutEndOfLines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return text.slice(0, end);
}

/** A block of code. */
export const codeBlock = (text: string, syntax?: string): Node =>
  schema.node(
    'code_block',
    { key: newKey(), data: syntax === undefined ? {} : { syntax } },
    codeLines(withoutEndOfLines(text)),
  );

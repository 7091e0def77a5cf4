import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import type { MarkType, NodeType } from 'prosemirror-model';
import { type Plugin, TextSelection, type Transaction } from 'prosemirror-state';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { wrapInList } from './lists.ts';

const node = (name: string): NodeType => schema.nodes[name] as NodeType;
const fresh = () => ({ key: newKey(), data: {}, more: {} });

/** Turns typed Markdown into formatting. Undo reverts only the formatting. */
export const markdownRules = (): Plugin =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^#{1,2}\s$/, node('heading_1'), fresh),
      textblockTypeInputRule(/^###\s$/, node('heading_2'), fresh),
      textblockTypeInputRule(/^#{4,6}\s$/, node('heading_3'), fresh),
      listRule(/^\s*[-+*]\s$/, 'list_unordered'),
      listRule(/^\s*1[.)]\s$/, 'list_ordered'),
      listRule(/^\s*\[[ x]?\]\s$/, 'list_tasks'),
      wrappingInputRule(/^\s*>\s$/, node('blockquote'), fresh),
      blockRule(/^(?:---|___|\*\*\*)$/, () => node('divider').create(fresh())),
      blockRule(/^```([\w+#-]*)\s$/, ([, syntax]) =>
        node('code_block').create(
          { ...fresh(), data: syntax ? { syntax } : {} },
          node('code_line').create(fresh()),
        ),
      ),
      blockRule(/^\$\$\s$/, () => node('math').create({ ...fresh(), data: { formula: '' } })),
      markRule(/(?:^|[^*\w])(\*\*([^*\s](?:[^*]*[^*\s])?)\*\*)$/, 'bold'),
      markRule(/(?:^|[^_\w])(__([^_\s](?:[^_]*[^_\s])?)__)$/, 'bold'),
      markRule(/(?:^|[^*\w])(\*([^*\s](?:[^*]*[^*\s])?)\*)$/, 'italic'),
      markRule(/(?:^|[^_\w])(_([^_\s](?:[^_]*[^_\s])?)_)$/, 'italic'),
      markRule(/(?:^|[^~])(~~([^~\s](?:[^~]*[^~\s])?)~~)$/, 'strikethrough'),
      markRule(/(?:^|[^`])(`([^`]+)`)$/, 'code'),
      new InputRule(/(?:^|[^!])\[([^[\]]+)\]\((https?:\/\/[^\s)[]+)\)$/, (state, match, start, end) => {
        const [whole = '', text = '', url = ''] = match;
        const from = end - (whole.length - whole.indexOf('[')) + 1;
        const link = schema.mark('link', { key: newKey(), data: { ref: { kind: 'url', url } } });
        return state.tr
          .replaceWith(Math.max(start, from), end, schema.text(text, [link]))
          .removeStoredMark(link.type);
      }),
    ],
  });

/** A list in which the block is the first item. */
function listRule(pattern: RegExp, name: 'list_ordered' | 'list_unordered' | 'list_tasks'): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const { $from } = state.selection;
    if ($from.parent.type.name !== 'paragraph') return null;
    // An item of a list of tasks begins as one of another list.
    const isTask = name === 'list_tasks' && $from.depth > 1 && $from.node(-1).type.name === 'list_item';
    if (!isTask && $from.depth > 1 && $from.node(-1).type.name === 'list_item' && $from.index(-1) === 0)
      return null;
    const cleaned = state.apply(state.tr.delete(start, end));
    let made = state.tr.delete(start, end);
    const isDone = wrapInList(name)(cleaned, (transaction) => {
      for (const step of transaction.steps) made = made.step(step);
      const { anchor } = transaction.selection;
      made.setSelection(TextSelection.near(made.doc.resolve(Math.min(anchor, made.doc.content.size))));
    });
    if (!isDone) return null;
    if (name === 'list_tasks' && /x/.test(match[0])) checkItem(made);
    return made;
  });
}

function checkItem(transaction: Transaction): void {
  const { $from } = transaction.selection;
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === 'list_item') {
      transaction.setNodeAttribute($from.before(depth), 'data', { checked: true });
      return;
    }
}

/** A block in the place of the paragraph that names it. */
function blockRule(
  pattern: RegExp,
  make: (match: RegExpMatchArray) => ReturnType<NodeType['create']>,
): InputRule {
  return new InputRule(pattern, (state, match) => {
    const { $from } = state.selection;
    if ($from.parent.type.name !== 'paragraph' || $from.pos !== $from.end()) return null;
    const before = $from.before();
    const made = make(match);
    const isAtom = made.isAtom;
    const blocks = isAtom ? [made, node('paragraph').create(fresh())] : [made];
    if (!$from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), made.type)) return null;
    const transaction = state.tr.replaceWith(before, $from.after(), blocks);
    const inside = isAtom ? before + made.nodeSize + 1 : before + 2;
    return transaction.setSelection(TextSelection.near(transaction.doc.resolve(inside)));
  });
}

/** Text between signs of Markdown. The first group is all of it, the second one the text. */
function markRule(pattern: RegExp, name: string): InputRule {
  const type = schema.marks[name] as MarkType;
  return new InputRule(pattern, (state, match, start, end) => {
    const [whole = '', signed = '', text = ''] = match;
    if (state.selection.$from.parent.type.name === 'code_line') return null;
    const from = start + whole.length - signed.length;
    const length = (signed.length - text.length) / 2;
    const $from = state.doc.resolve(from);
    if (!$from.parent.type.allowsMarkType(type)) return null;
    // The last character is being typed and not yet in the text.
    const transaction = state.tr.delete(end - (length - 1), end).delete(from, from + length);
    transaction.addMark(from, from + text.length, type.create());
    return transaction.removeStoredMark(type);
  });
}

import { Plugin } from 'prosemirror-state';
import { newKey } from '../schema/mark-specs.ts';

/** Gives blocks that splitting or pasting has made a handle of their own. The first of equal ones keeps it. */
export const uniqueKeys = (): Plugin =>
  new Plugin({
    appendTransaction(transactions, before, { doc, tr }) {
      if (!transactions.some(({ docChanged }) => docChanged) || before.doc.eq(doc)) return null;
      const seen = new Set<string>();
      doc.descendants((node, position) => {
        const { key } = node.attrs;
        if (key !== undefined && !node.isInline) {
          if (typeof key !== 'string' || seen.has(key)) tr.setNodeAttribute(position, 'key', newKey());
          else seen.add(key);
        }
        return !node.inlineContent;
      });
      return tr.docChanged ? tr : null;
    },
  });

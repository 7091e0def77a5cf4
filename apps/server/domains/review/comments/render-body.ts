import { webAddress } from '@lectern/html/web-address';
import type { ContentRef } from '@lectern/markdown/content-ref';
import type { Inline, InlineNode, JSONDocument, Leaf, TextNode } from '@lectern/markdown/document';
import { mapAll, mapChildren, type TreeNode } from '@lectern/markdown/map-children';
import type { References } from '@lectern/render/references';
import { renderDocument } from '@lectern/render/render-document';
import { type Authors, authorOf } from '../../identity/users/authors.queries.ts';

/** Links lead to the web, and pictures of other hosts are only linked to. */
const REFERENCES: References = {
  find(reference) {
    const href = reference.kind === 'url' ? webAddress(reference.url) : undefined;
    return reference.kind === 'url' && href !== undefined ? { href, title: reference.url } : undefined;
  },
  findPicture: () => undefined,
};

/** The HTML of a comment. Users have no pages to link to: their names are bold. */
export function renderBody(document: JSONDocument, authors: Authors): string {
  const nodes = mapAll(document.nodes, (node) => nameUsers(node, authors));
  return String(renderDocument({ nodes }, { references: REFERENCES, withoutAnchors: true }).html);
}

function nameUsers<Node extends TreeNode>(node: Node, authors: Authors): Node {
  const named = node.object === 'inline' ? nameOfUser(node, authors) : undefined;
  return (named as Node | undefined) ?? mapChildren(node, (child) => nameUsers(child, authors));
}

function nameOfUser(inline: Inline, authors: Authors): InlineNode | undefined {
  if (inline.type !== 'mention' && inline.type !== 'link') return undefined;
  const ref = inline.data.ref as ContentRef | undefined;
  if (ref?.kind !== 'user') return undefined;
  const leaves =
    inline.type === 'link'
      ? inline.nodes.flatMap((node) => (node.object === 'text' ? node.leaves : []))
      : [leafOf(`@${authorOf(authors, ref.user).display_name}`)];
  return { object: 'text', leaves: leaves.map(bold) } satisfies TextNode;
}

const leafOf = (text: string): Leaf => ({ object: 'leaf', text, marks: [] });

const bold = (leaf: Leaf): Leaf => ({ ...leaf, marks: [{ object: 'mark', type: 'bold' }, ...leaf.marks] });

import { type Comment, type CommentsPlace, readComment } from '../../api/comments.ts';
import type { DocumentNode } from '../../editor/convert/document-json.ts';
import { readPage } from '../../saving/save-page.ts';

/** The text that the block of a comment has now. Undefined if it is gone. */
export async function readWordsNow(place: CommentsPlace, { id }: Comment): Promise<string | undefined> {
  const { target, outdated } = await readComment(place, id);
  const { node, page } = target;
  if (!node || !page || page.outdated) return undefined;
  const { spaceId, changeRequestId } = place;
  const at = { spaceId, pageId: page.id, ...(changeRequestId === undefined ? {} : { changeRequestId }) };
  const { document } = await readPage(at, { mayEdit: false });
  const found = findNode(document.nodes, node.id);
  return found && !(outdated && target.range === undefined) ? textOf(found) : undefined;
}

function findNode(nodes: readonly DocumentNode[], key: string): DocumentNode | undefined {
  for (const node of nodes) {
    if (node.key === key) return node;
    const found = findNode([...(node.nodes ?? []), ...(node.fragments ?? [])], key);
    if (found) return found;
  }
  return undefined;
}

const textOf = (node: DocumentNode): string =>
  [
    ...(node.leaves ?? []).map(({ text }) => text),
    ...[...(node.nodes ?? []), ...(node.fragments ?? [])].map(textOf),
  ].join('');

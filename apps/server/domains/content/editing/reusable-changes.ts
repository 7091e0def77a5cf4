import type { ReusableEntry } from '@lectern/content/tree/entries';
import { newId } from '@lectern/std/ids';
import type { ChangeOf } from './content-changes.schemas.ts';
import type { ContentDraft } from './content-draft.ts';
import type { EditTools } from './edit-tools.ts';
import { changeRefused } from './editing-errors.ts';
import { contentOf, hasReferences, sentAt } from './page-changes.ts';

/** The name of a reusable content is also the title in its front matter. */
const titled = (title: string) => [['title', title]] as const;

export async function insertReusable(
  draft: ContentDraft,
  change: ChangeOf<'insert_reusable_content'>,
  { path, editSource }: EditTools,
): Promise<void> {
  const id = newId();
  const content = contentOf(change, path);
  const { source } = await editSource({
    source: '',
    content,
    frontMatter: titled(change.title),
  });
  draft.nameRef(change.ref, { kind: 'reusable-content', id }, `${path}.ref`);
  // The document is named by its hash when the draft is written.
  draft.setReusable(id, { id, title: change.title, document: '' });
  draft.insertedReusableIds.push(id);
  draft.setSource(id, source, sentAt(content, path));
}

export async function updateReusable(
  draft: ContentDraft,
  change: ChangeOf<'update_reusable_content'>,
  { path, editSource, resolveTargets }: EditTools,
): Promise<void> {
  const before = getReusable(draft, change.reusableContent, `${path}.reusableContent`);
  const source = await draft.readSource(before.id, before.document, path);
  const content = contentOf(change, path);
  const edited = await editSource({
    source,
    content,
    names: draft.namesOf(before.id),
    listsKeys: true,
    ...(content && hasReferences(content) ? { targets: await resolveTargets(before, source) } : {}),
    frontMatter: change.title === undefined ? [] : titled(change.title),
  });
  draft.followBlocks(before.id, edited);
  if (edited.source !== source)
    draft.setSource(before.id, edited.source, sentAt(content, path), { inspected: edited.inspected });
  draft.setReusable(before.id, { ...before, title: change.title ?? before.title });
}

export function deleteReusable(
  draft: ContentDraft,
  { reusableContent }: ChangeOf<'delete_reusable_content'>,
  { path }: EditTools,
): void {
  getReusable(draft, reusableContent, `${path}.reusableContent`);
  draft.setReusable(reusableContent, undefined);
}

function getReusable(draft: ContentDraft, reusableId: string, path: string): ReusableEntry {
  const reusable = draft.findReusable(reusableId);
  if (!reusable) throw changeRefused(path, 'is not a reusable content of this revision');
  return reusable;
}

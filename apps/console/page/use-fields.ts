import { useSyncExternalStore } from 'react';
import { type CoverField, coverOf, type TagField, tagOf } from '../saving/page-fields.ts';
import type { OpenEditor } from './open-editor.ts';
import type { OpenedPage } from './opened-page.ts';

type Page = OpenedPage['page'];
export type Cover = CoverField;

/** The fields of a page as the writer has them: what is changed here, and what the service has otherwise. */
export interface PageFields extends Omit<Page, 'cover' | 'tags' | 'layout'> {
  cover?: Cover;
  tags: TagField[];
  layout: Page['layout'];
}

export function useFields(editor: OpenEditor, page: Page): PageFields {
  const changed = useSyncExternalStore(editor.subscribe, () => editor.fields);
  const { cover, tags, ...fields } = page;
  const own = Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value ?? undefined]));
  return {
    ...fields,
    ...(cover ? { cover: coverOf(cover) } : {}),
    tags: tags.map(tagOf),
    ...own,
    layout: { ...page.layout, ...(own.layout as object | undefined) },
    ...(changed.tags === null ? { tags: [] } : {}),
  } as PageFields;
}

import { useSyncExternalStore } from 'react';
import type { OpenEditor } from './open-editor.ts';
import type { OpenedPage } from './opened-page.ts';

type Page = OpenedPage['page'];
export type Cover = { ref: string; refDark?: string; yPos?: number; height?: number };

/** The fields of a page as the writer has them: what is changed here, and what the service has otherwise. */
export interface PageFields extends Omit<Page, 'cover' | 'tags' | 'layout'> {
  cover?: Cover;
  tags: { tag: string; primary?: boolean }[];
  layout: Page['layout'];
}

export function useFields(editor: OpenEditor, page: Page): PageFields {
  const changed = useSyncExternalStore(editor.subscribe, () => editor.fields);
  const { cover, tags, ...fields } = page;
  const own = Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value ?? undefined]));
  return {
    ...fields,
    ...(cover
      ? {
          cover: {
            ref: targetOf(cover.ref),
            ...(cover.refDark ? { refDark: targetOf(cover.refDark) } : {}),
            ...(cover.yPos === 0 ? {} : { yPos: cover.yPos }),
            ...(cover.height === undefined ? {} : { height: cover.height }),
          },
        }
      : {}),
    tags: tags.map(({ tag, primary }) => ({
      tag: 'tag' in tag ? tag.tag : '',
      ...(primary ? { primary } : {}),
    })),
    ...own,
    layout: { ...page.layout, ...(own.layout as object | undefined) },
    ...(changed.tags === null ? { tags: [] } : {}),
  } as PageFields;
}

const targetOf = (ref: { kind: string; [field: string]: unknown }): string =>
  ref.kind === 'file' ? `/files/${ref.file}` : String(ref.url ?? '');

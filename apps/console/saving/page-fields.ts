import type { DocumentPage } from './save-page.ts';
import type { Fields } from './unsaved-fields.ts';

/** A page with its fields in the form in which `update_page` takes them. */
export const fieldsOf = (page: DocumentPage): Fields => ({
  ...page,
  cover: page.cover && coverOf(page.cover),
  tags: page.tags.length === 0 ? undefined : page.tags.map(tagOf),
});

export interface CoverField {
  ref: string;
  refDark?: string;
  yPos?: number;
  height?: number;
}

export const coverOf = ({ ref, refDark, yPos, height }: NonNullable<DocumentPage['cover']>): CoverField => ({
  ref: targetOf(ref),
  ...(refDark ? { refDark: targetOf(refDark) } : {}),
  ...(yPos === 0 ? {} : { yPos }),
  ...(height === undefined ? {} : { height }),
});

export interface TagField {
  tag: string;
  primary?: boolean;
}

export const tagOf = ({ tag, primary }: DocumentPage['tags'][number]): TagField => ({
  tag: 'tag' in tag ? tag.tag : '',
  ...(primary ? { primary } : {}),
});

const targetOf = (ref: { kind: string; [field: string]: unknown }): string =>
  ref.kind === 'file' ? `/files/${ref.file}` : String(ref.url ?? '');

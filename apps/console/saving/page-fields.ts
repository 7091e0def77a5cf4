import type { DocumentPage } from './save-page.ts';
import type { Fields } from './unsaved-fields.ts';

/** The fields of a page in the form in which `update_page` takes them. */
export function fieldsOf(page: DocumentPage): Fields {
  const { title, linkTitle, slug, emoji, icon, description, condition, layout } = page;
  const { hidden, noIndex, noRobotsIndex, cover, tags } = page;
  return {
    title,
    linkTitle,
    slug,
    emoji,
    icon,
    description,
    condition,
    layout,
    hidden,
    noIndex,
    noRobotsIndex,
    cover: cover && coverOf(cover),
    tags: tags.length === 0 ? undefined : tags.map(tagOf),
  };
}

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

import type { FileEntry, PageEntry, ReusableEntry } from '@lectern/content/tree/entries';
import type { NestedPage } from '@lectern/content/tree/page-tree';
import type { SummaryItem } from '@lectern/git/layout/summary-item';
import { NEW_SUMMARY, type SummaryEdit } from '@lectern/git/layout/write-summary';

export interface ExportedContent {
  pages?: NestedPage[];
  files?: FileEntry[];
  reusables?: ReusableEntry[];
}

const each = <Item>(n: number, make: (i: number) => Item): Item[] =>
  Array.from({ length: n }, (_, i) => make(i));

const TIME = '2030-01-01T00:00:00.000Z';

const fields = (id: string) => ({ id, title: 'Page', createdAt: TIME, updatedAt: TIME });
const link = (id: string): NestedPage => nested({ ...fields(id), type: 'link', href: 'https://example.com' });
const page = (id: string, slug: string): NestedPage =>
  nested({ ...fields(id), type: 'document', slug, document: 'd' });
const nested = (entry: PageEntry, children: NestedPage[] = []): NestedPage => ({ entry, children });

const underGroup = (children: NestedPage[]): NestedPage[] => [
  nested({ ...fields('group'), type: 'group', slug: 'group' }, children),
];

/** Contents of a space that has not been exported yet. */
export const exportFamilies: Record<string, (n: number) => ExportedContent> = {
  'files of one name': (n) => ({
    files: each(n, (i) => ({ id: `f${i}`, name: 'a.png', contentType: 'image/png', size: 1, blob: 'b' })),
  }),
  'reusable contents of one title': (n) => ({
    reusables: each(n, (i) => ({ id: `r${i}`, title: 'Notice', document: 'd' })),
  }),
  'pages after links': (n) => ({
    pages: underGroup([...each(n, (i) => link(`l${i}`)), ...each(n, (i) => page(`p${i}`, `page-${i}`))]),
  }),
};

const item = (id: string, children: SummaryItem[] = []): SummaryItem => ({
  id,
  type: 'document',
  title: id,
  href: `${id}.md`,
  children,
});

/** A table of contents with one entry and those below it. */
function summaryOf(children: SummaryItem[]): SummaryEdit {
  const text = `* [top](top.md)\n${children.map(({ id }) => `  * [${id}](${id}.md)\n`).join('')}`;
  const lines = new Map(
    [{ id: 'top' }, ...children].map(({ id }, at) => [id, { line: at + 2, endLine: at + 3 }] as const),
  );
  return { text: `${NEW_SUMMARY}\n${text}`, before: [item('top', children)], lines, after: [] };
}

/** Changes of tables of contents. */
export const summaryEditFamilies: Record<string, (n: number) => SummaryEdit> = {
  'new entries among listed ones': (n) => {
    const children = each(n, (i) => item(`p${i}`));
    return {
      ...summaryOf(children),
      after: [
        item(
          'top',
          children.flatMap((child) => [child, item(`new-${child.id}`)]),
        ),
      ],
    };
  },
  'entries that are all deleted, with comments': (n) => {
    const edit = summaryOf(each(n, (i) => item(`p${i}`)));
    return { ...edit, text: edit.text.replaceAll('.md)\n', '.md) <!-- comment -->\n'), after: [item('top')] };
  },
  'entries turned around': (n) => {
    const children = each(n, (i) => item(`p${i}`));
    return { ...summaryOf(children), after: [item('top', [...children].reverse())] };
  },
};

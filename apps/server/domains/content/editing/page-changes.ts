import type { PageEntry } from '@lectern/content/tree/entries';
import { isSlug, toSlug } from '@lectern/content/tree/slug';
import type { EditedSource, FrontMatterEdit, NewContent } from '@lectern/markdown/page-source';
import { newId } from '@lectern/std/ids';
import { invalidField } from '../../../platform/http/errors.ts';
import { indexedTitlesAbove } from '../search/titles-above.ts';
import type { EditedPage } from '../search/write-segment.ts';
import {
  type ChangeOf,
  MAX_BLOCK_OPERATIONS,
  type PageFieldValues,
  type SentContent,
} from './content-changes.schemas.ts';
import type { ContentDraft } from './content-draft.ts';
import type { PageSourceEdit } from './edit-source.ts';
import type { EditTools } from './edit-tools.ts';
import { changeRefused } from './editing-errors.ts';

/** A page without a title of its own. */
const UNTITLED = 'Untitled';

type DocumentEntry = Extract<PageEntry, { type: 'document' }>;

export async function insertPage(
  draft: ContentDraft,
  sent: ChangeOf<'insert_page'>,
  { path, now, editSource }: EditTools,
): Promise<void> {
  const change = withTitle(sent, path);
  const { type = 'document' } = change;
  const parentId = change.into === undefined ? undefined : findParent(draft, change.into, `${path}.into`);
  const id = newId();
  const at = now.toISOString();
  const base = {
    id,
    createdAt: at,
    updatedAt: at,
    ...(change.linkTitle ? { linkTitle: change.linkTitle } : {}),
    ...(change.emoji ? { emoji: change.emoji } : {}),
  };
  if (type !== 'computed' && change.computed !== undefined)
    throw invalidField(`${path}.computed`, 'can be set for the type “computed” only');
  if (type !== 'document') {
    refuseDocumentFields(change, path, type);
    draft.insertPage({ ...base, ...entryOf(draft, change, { type, parentId, path }) }, parentId, change.at);
    draft.nameRef(change.ref, { kind: 'page', id }, `${path}.ref`);
    return;
  }
  if (change.target !== undefined) throw invalidField(`${path}.target`, 'can be set for links only');
  const content = contentOf(change, path);
  const edited = await editSource({
    source: '',
    content,
    frontMatter: frontMatterOf(change),
    title: change.title ?? (content?.markdown === undefined ? UNTITLED : undefined),
    addsTitle: true,
  });
  refuseFixed(edited, path);
  const title = edited.title ?? change.title ?? UNTITLED;
  const slug = chooseSlug(draft, { parentId, title, slug: change.slug }, `${path}.slug`);
  draft.nameRef(change.ref, { kind: 'page', id }, `${path}.ref`);
  draft.insertPage({ ...base, title, type: 'document', slug }, parentId, change.at);
  draft.setSource(id, edited.source, sentAt(content, path));
}

type OtherEntry = Exclude<PageEntry, { type: 'document' }>;
type FieldsOf<Entry> = Entry extends PageEntry ? Pick<Entry, Exclude<keyof Entry, BaseField>> : never;
type BaseField = 'id' | 'createdAt' | 'updatedAt' | 'linkTitle' | 'condition' | 'emoji';

/** The fields of an entry without a document. */
function entryOf(
  draft: ContentDraft,
  change: ChangeOf<'insert_page'>,
  { type, parentId, path }: { type: OtherEntry['type']; parentId: string | undefined; path: string },
): FieldsOf<OtherEntry> {
  if (type !== 'group' && change.slug !== undefined)
    throw invalidField(`${path}.slug`, `cannot be set: a ${NAMES[type]} has no path`);
  if (type !== 'link' && change.target !== undefined)
    throw invalidField(`${path}.target`, 'can be set for links only');
  if (type === 'computed') {
    const { computed, title } = change;
    if (computed === undefined) throw invalidField(`${path}.computed`, 'is required for a computed entry');
    const { spec } = computed.dependencies.spec.ref;
    // A title of its own is a part of the declaration, as in a repository.
    const source = title === undefined || title === spec ? computed : { title, ...computed };
    return { title: title ?? spec, type, source: JSON.stringify(source) };
  }
  const { title, target } = change;
  if (title === undefined) throw invalidField(`${path}.title`, `is required for a ${type}`);
  if (type === 'group')
    return { title, type, slug: chooseSlug(draft, { parentId, title, ...change }, `${path}.slug`) };
  if (target === undefined) throw invalidField(`${path}.target`, 'is required for a link');
  return { title, type, href: target };
}

const NAMES = { group: 'group', link: 'link', computed: 'computed entry' } as const;

export async function updatePage(
  draft: ContentDraft,
  sent: ChangeOf<'update_page'>,
  tools: EditTools,
): Promise<void> {
  const { path, now } = tools;
  const change = withTitle(sent, path);
  const before = draft.getPage(change.page, `${path}.page`);
  if (before.type !== 'document') refuseDocumentFields(change, path, before.type);
  if (change.target !== undefined && before.type !== 'link')
    throw invalidField(`${path}.target`, 'can be set for links only');
  const place = findPlace(draft, change, path);
  let entry: PageEntry = { ...before, ...labelsOf(before, change) };
  if (change.slug !== undefined) {
    if (!('slug' in entry)) throw invalidField(`${path}.slug`, 'cannot be set: this page has no path');
    entry = { ...entry, slug: change.slug };
  }
  if (entry.type === 'link' && change.target !== undefined)
    entry = { ...withoutTargetPage(entry), href: change.target };
  if (entry.type === 'document') entry = await updateDocument(draft, entry, change, tools);
  else if (change.title !== undefined) entry = { ...entry, title: change.title };

  const isElsewhere = place.parentId !== draft.tree.parentIdOf(before.id);
  const slugChanged = 'slug' in before && 'slug' in entry && before.slug !== entry.slug;
  if ('slug' in entry && (isElsewhere || slugChanged))
    assertFreeSlug(draft, { pageId: before.id, parentId: place.parentId, slug: entry.slug }, path, change);
  if (JSON.stringify(entry) !== JSON.stringify(before) || draft.hasSource(before.id))
    draft.replacePage({ ...entry, updatedAt: now.toISOString() });
  if (isElsewhere || change.at !== undefined) draft.movePage(before.id, place.parentId, place.at);
  draft.touch(before.id, 'updated');
}

/** The title in one line, as a heading has it. */
function withTitle<Change extends { title?: string }>(change: Change, path: string): Change {
  if (change.title === undefined) return change;
  const title = change.title.replace(/\s+/g, ' ').trim();
  if (title === '') throw invalidField(`${path}.title`, 'must not be blank');
  return { ...change, title };
}

export function deletePage(draft: ContentDraft, change: ChangeOf<'delete_page'>, { path }: EditTools): void {
  draft.getPage(change.page, `${path}.page`);
  draft.removePage(change.page);
}

async function updateDocument(
  draft: ContentDraft,
  entry: DocumentEntry,
  change: ChangeOf<'update_page'>,
  { path, isIndexed, editSource, resolveTargets }: EditTools,
): Promise<DocumentEntry> {
  const content = contentOf(change, path);
  const frontMatter = frontMatterOf(change);
  // The title of the page may differ from the heading of its Markdown, which was not renamed then.
  const title = content?.markdown !== undefined && change.title === entry.title ? undefined : change.title;
  if (!content && frontMatter.length === 0 && title === undefined) return entry;
  const source = await draft.readSource(entry.id, entry.document, path);
  const edit: PageSourceEdit = {
    source,
    content,
    frontMatter,
    title,
    names: draft.namesOf(entry.id),
    listsKeys: true,
    ...(isIndexed ? { indexed: indexedOf(draft, { ...entry, title: title ?? entry.title }) } : {}),
  };
  const edited = await editSource(
    content && hasReferences(content) ? { ...edit, targets: await resolveTargets(entry, source) } : edit,
  );
  refuseFixed(edited, path);
  draft.followBlocks(entry.id, edited);
  if (edited.source !== source)
    draft.setSource(entry.id, edited.source, sentAt(content, path), {
      inspected: edited.inspected,
      segment: edited.segment,
    });
  return { ...entry, title: edited.title ?? title ?? entry.title };
}

/** If the same change moves the page, its segment is written anew. */
const indexedOf = (
  { base }: Pick<ContentDraft, 'base'>,
  { id, title, linkTitle, slug }: DocumentEntry,
): EditedPage => ({
  id,
  title,
  slug,
  above: indexedTitlesAbove(base.pages, id).titles,
  ...(linkTitle === undefined ? {} : { linkTitle }),
});

function refuseFixed({ fixed }: EditedSource, path: string): void {
  if (fixed !== undefined)
    throw changeRefused(
      path,
      `requires a change to the front matter, which ${fixed}; send the page as Markdown`,
    );
}

export function contentOf({ document, blocks, text }: SentContent, path: string): NewContent | undefined {
  if (blocks || text) {
    if (document) throw invalidField(`${path}.document`, 'cannot be combined with blocks or text');
    if ((blocks?.length ?? 0) + (text?.length ?? 0) > MAX_BLOCK_OPERATIONS)
      throw invalidField(
        `${path}.${text ? 'text' : 'blocks'}`,
        `cannot have more than ${MAX_BLOCK_OPERATIONS} operations together with blocks`,
      );
    return { operations: { blocks, text } };
  }
  if (document && 'markdown' in document) return { markdown: document.markdown };
  if (document && 'document' in document) return { document: document.document };
  return undefined;
}

/** The field of a change that contains its content. */
export function sentAt(content: NewContent | undefined, path: string): string | undefined {
  if (!content) return undefined;
  if (content.operations) return `${path}.${content.operations.blocks ? 'blocks' : 'text'}`;
  return `${path}.document.${content.markdown === undefined ? 'document' : 'markdown'}`;
}

/** Whether new content has blocks, in which references have the form that readers see. */
export const hasReferences = ({ document, operations }: NewContent): boolean =>
  document !== undefined || operations?.blocks?.some(({ nodes }) => nodes !== undefined) === true;

const findParent = (draft: ContentDraft, name: string, path: string): string => {
  const named = draft.refs.get(name.replace(/^\.\//, '').replace(/\.md$/, ''));
  const parentId = named?.kind === 'page' ? named.id : name;
  const entry = draft.getPage(parentId, path);
  if (entry.type === 'link' || entry.type === 'computed')
    throw changeRefused(path, 'cannot have pages below it');
  return parentId;
};

function findPlace(
  draft: ContentDraft,
  { page, into, at }: ChangeOf<'update_page'>,
  path: string,
): { parentId: string | undefined; at: number | undefined } {
  if (into === undefined) return { parentId: draft.tree.parentIdOf(page), at };
  const parentId = into === null ? undefined : findParent(draft, into, `${path}.into`);
  if (draft.tree.isWithin(parentId, page))
    throw changeRefused(`${path}.into`, 'is the page itself or a page below it');
  return { parentId, at };
}

/** The label in the table of contents and the emoji are not part of the document. */
function labelsOf(
  before: PageEntry,
  { linkTitle, emoji }: PageFieldValues,
): Pick<PageEntry, 'linkTitle' | 'emoji'> {
  const { linkTitle: ownTitle, emoji: ownEmoji } = before;
  return {
    ...optional('linkTitle', linkTitle === undefined ? ownTitle : linkTitle || undefined),
    ...optional('emoji', emoji === undefined ? ownEmoji : emoji || undefined),
  };
}

const optional = <Name extends string>(name: Name, value: string | undefined) =>
  ({ [name]: value }) as { [key in Name]?: string };

function withoutTargetPage(entry: Extract<PageEntry, { type: 'link' }>) {
  const { page: _page, anchor: _anchor, ...rest } = entry;
  return rest;
}

/** The settings in the front matter of a document. */
const DOCUMENT_FIELDS = [
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'cover',
  'layout',
  'tags',
] as const;

function refuseDocumentFields(change: PageFieldValues & SentContent, path: string, type: string): void {
  for (const field of DOCUMENT_FIELDS)
    if (change[field] !== undefined)
      throw invalidField(
        `${path}.${field}`,
        `cannot be set: the page is of type “${type}” and has no content`,
      );
  const content = contentOf(change, path);
  const field = content?.operations ? (change.blocks ? 'blocks' : 'text') : 'document';
  if (content) throw invalidField(`${path}.${field}`, `cannot be set: the page is of type “${type}”`);
}

/** The keys of the front matter that a change sets; undefined removes a key. */
function frontMatterOf(change: PageFieldValues): FrontMatterEdit[] {
  const keys: FrontMatterEdit[] = [];
  const setText = (key: string, value: string | null | undefined): void => {
    if (value !== undefined) keys.push([key, value === null || value === '' ? undefined : value]);
  };
  const setFlag = (key: string, value: boolean | undefined): void => {
    if (value !== undefined) keys.push([key, value ? true : undefined]);
  };
  setText('icon', change.icon);
  setText('description', change.description);
  setFlag('hidden', change.hidden);
  setFlag('noIndex', change.noIndex);
  setFlag('noRobotsIndex', change.noRobotsIndex);
  setText('if', change.condition);
  if (change.cover !== undefined) {
    const { cover } = change;
    const value = cover?.refDark ? { light: cover.ref, dark: cover.refDark } : cover?.ref;
    keys.push(['cover', value], ['coverY', cover?.yPos], ['coverHeight', cover?.height]);
  }
  if (change.layout !== undefined)
    keys.push(['layout', change.layout === null ? undefined : writeLayout(change.layout), 'parts']);
  if (change.tags !== undefined)
    keys.push([
      'tags',
      change.tags?.length
        ? change.tags.map(({ tag, primary }) => (primary ? { tag, primary } : tag))
        : undefined,
    ]);
  return keys;
}

function writeLayout(layout: NonNullable<PageFieldValues['layout']>): Record<string, unknown> {
  const { width, coverSize, coverMask, cover, ...parts } = layout;
  const written: Record<string, unknown> = {};
  if (width !== undefined) written.width = width;
  if (cover !== undefined || coverSize !== undefined || coverMask !== undefined)
    written.cover = {
      ...(cover === undefined ? {} : { visible: cover }),
      ...(coverSize === undefined ? {} : { size: coverSize }),
      ...(coverMask === undefined ? {} : { mask: coverMask }),
    };
  for (const [name, visible] of Object.entries(parts)) if (visible !== undefined) written[name] = { visible };
  return written;
}

interface WantedSlug {
  parentId: string | undefined;
  title: string;
  slug?: string | undefined;
}

/** Returns the requested slug, or one from the title that no sibling has. */
function chooseSlug(draft: ContentDraft, { parentId, title, slug }: WantedSlug, path: string): string {
  const isTaken = (candidate: string): boolean => draft.hasSlugUnder(parentId, candidate);
  if (slug !== undefined) {
    if (isTaken(slug.toLowerCase()))
      throw changeRefused(path, `is the slug of another page there: “${slug}”`);
    return assertSlug(slug, path);
  }
  const wanted = toSlug(title);
  if (!isTaken(wanted)) return wanted;
  for (let n = 1; ; n += 1) if (!isTaken(`${wanted}-${n}`)) return `${wanted}-${n}`;
}

function assertSlug(slug: string, path: string): string {
  if (!isSlug(slug))
    throw invalidField(
      path,
      `can hold letters, digits, “-”, “_”, “.” and “~” only, such as “${toSlug(slug)}”`,
    );
  return slug;
}

/** A page keeps its slug when it moves, unless a page has it there. */
function assertFreeSlug(
  draft: ContentDraft,
  { pageId, parentId, slug }: { pageId: string; parentId: string | undefined; slug: string },
  path: string,
  change: ChangeOf<'update_page'>,
): void {
  const holder = draft.slugsUnder(parentId).get(slug.toLowerCase());
  if (holder !== undefined && holder !== pageId)
    throw changeRefused(
      change.slug === undefined ? `${path}.into` : `${path}.slug`,
      `has another page with the slug “${slug}”; choose another slug`,
    );
  if (change.slug !== undefined) assertSlug(slug, `${path}.slug`);
}

import type { ContentRef } from '../../content/documents/content-ref.ts';
import type {
  Block,
  InlineNode,
  JSONDocument,
  ListItem,
  Paragraph,
} from '../../content/documents/document.ts';
import { countClasses } from '../../openapi/changes/count-classes.ts';
import { CHANGE_CLASSES, type SpecChange } from '../../openapi/changes/spec-change.ts';
import type { Mention } from '../../openapi/mentions/find-mentions.ts';
import type { TouchedPage } from './find-touched-pages.ts';

/** A longer list is done in several change requests. */
const MAX_PAGES = 100;
const MAX_PLACES = 20;
/** The kinds of changes that are told of each place. */
const MAX_KINDS = 3;

interface Touched {
  slug: string;
  changes: readonly SpecChange[];
  pages: readonly TouchedPage[];
  isComplete: boolean;
}

/** The description of a change request: a checklist of pages, with links to the places and what changed there. */
export function describeTouched({ slug, changes, pages, isComplete }: Touched): JSONDocument {
  const shown = pages.slice(0, MAX_PAGES);
  const counts = countClasses(changes);
  const counted = CHANGE_CLASSES.filter((one) => counts[one] > 0).map((one) => `${counts[one]} ${one}`);
  const more = pages.length - shown.length;
  const nodes: Block[] = [
    paragraph([
      text(`The OpenAPI spec “${slug}” has changed (${counted.join(', ')}). These pages name what changed:`),
    ]),
    {
      object: 'block',
      type: 'list-tasks',
      isVoid: false,
      data: {},
      nodes: shown.map((page) => describePage(page, changes)),
    },
  ];
  if (more > 0) nodes.push(paragraph([text(`There are ${more} more pages.`)]));
  if (!isComplete) nodes.push(paragraph([text('There may be more places than are listed.')]));
  return { object: 'document', data: {}, nodes };
}

function describePage({ open, kind, id, mentions }: TouchedPage, changes: readonly SpecChange[]): ListItem {
  const { snapshot } = open;
  const title = kind === 'page' ? snapshot.pages.find(id)?.entry.title : snapshot.findReusable(id)?.title;
  const ref: ContentRef =
    kind === 'page' ? { kind: 'page', page: id } : { kind: 'reusable-content', reusableContent: id };
  const shown = mentions.slice(0, MAX_PLACES);
  const places = shown.map((mention) => item([paragraph(describePlace(mention, { kind, id }, changes))]));
  if (mentions.length > shown.length)
    places.push(item([paragraph([text(`and ${mentions.length - shown.length} more places`)])]));
  return item(
    [
      paragraph([link(ref, title || 'Untitled')]),
      { object: 'block', type: 'list-unordered', isVoid: false, data: {}, nodes: places },
    ],
    { checked: false },
  );
}

function describePlace(
  { kind, anchor, title, excerpt, name, changes: positions }: Mention,
  owner: Pick<TouchedPage, 'kind' | 'id'>,
  changes: readonly SpecChange[],
): InlineNode[] {
  const kinds = new Set(positions.flatMap((position) => changes[position]?.kind.replaceAll('-', ' ') ?? []));
  const told = [...kinds].slice(0, MAX_KINDS).join(', ');
  const place =
    owner.kind === 'page' && anchor !== undefined
      ? link({ kind: 'anchor', anchor, page: owner.id }, title || anchor)
      : text(title);
  const quoted = kind === 'block' ? ' (block)' : ` (${kind}): “${excerpt}”`;
  return [code(name), text(` – ${told} – `), place, text(quoted)];
}

const text = (content: string): InlineNode => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: content, marks: [] }],
});

const code = (content: string): InlineNode => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: content, marks: [{ object: 'mark', type: 'code' }] }],
});

const link = (ref: ContentRef, label: string): InlineNode => ({
  object: 'inline',
  type: 'link',
  isVoid: false,
  data: { ref },
  nodes: [text(label)],
});

const paragraph = (nodes: InlineNode[]): Paragraph => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes,
});

const item = (nodes: Block[], data: { checked?: boolean } = {}): ListItem => ({
  object: 'block',
  type: 'list-item',
  isVoid: false,
  data,
  nodes,
});

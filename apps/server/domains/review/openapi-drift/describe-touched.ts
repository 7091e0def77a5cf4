import { linkTo, listItemOf, listOf, paragraphOf, textNode } from '@lectern/markdown/block-factories';
import type { ContentRef } from '@lectern/markdown/content-ref';
import type { Block, InlineNode, JSONDocument, ListItem } from '@lectern/markdown/document';
import { countClasses } from '@lectern/openapi/changes/count-classes';
import { CHANGE_CLASSES, type SpecChange, tellKind } from '@lectern/openapi/changes/spec-change';
import type { Mention } from '@lectern/openapi/mentions/find-mentions';
import type { TouchedPage } from './find-touched-pages.ts';

/** A longer list is done in several change requests. */
const MAX_PAGES = 100;
const MAX_PLACES = 20;
/** The kinds of changes that are listed for each place. */
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
    paragraphOf([
      textNode(
        `The OpenAPI spec “${slug}” has changed (${counted.join(', ')}). These pages mention the changes:`,
      ),
    ]),
    listOf(
      'list-tasks',
      shown.map((page) => describePage(page, changes)),
    ),
  ];
  if (more > 0) nodes.push(paragraphOf([textNode(`There are ${more} more pages.`)]));
  if (!isComplete) nodes.push(paragraphOf([textNode('There may be more occurrences than are listed.')]));
  return { object: 'document', data: {}, nodes };
}

function describePage({ open, kind, id, mentions }: TouchedPage, changes: readonly SpecChange[]): ListItem {
  const { snapshot } = open;
  const title = kind === 'page' ? snapshot.pages.find(id)?.entry.title : snapshot.findReusable(id)?.title;
  const ref: ContentRef =
    kind === 'page' ? { kind: 'page', page: id } : { kind: 'reusable-content', reusableContent: id };
  const shown = mentions.slice(0, MAX_PLACES);
  const places = shown.map((mention) =>
    listItemOf([paragraphOf(describePlace(mention, { kind, id }, changes))]),
  );
  if (mentions.length > shown.length)
    places.push(listItemOf([paragraphOf([textNode(`and ${mentions.length - shown.length} more places`)])]));
  return listItemOf(
    [paragraphOf([linkTo(ref, [textNode(title || 'Untitled')])]), listOf('list-unordered', places)],
    false,
  );
}

function describePlace(
  { kind, anchor, title, excerpt, name, changes: positions }: Mention,
  owner: Pick<TouchedPage, 'kind' | 'id'>,
  changes: readonly SpecChange[],
): InlineNode[] {
  const kinds = new Set(
    positions.flatMap((position) => {
      const change = changes[position];
      return change ? [tellKind(change.kind)] : [];
    }),
  );
  const listed = [...kinds].slice(0, MAX_KINDS).join(', ');
  const place =
    owner.kind === 'page' && anchor !== undefined
      ? linkTo({ kind: 'anchor', anchor, page: owner.id }, [textNode(title || anchor)])
      : textNode(title);
  const quoted = kind === 'block' ? ' (block)' : ` (${kind}): “${excerpt}”`;
  return [code(name), textNode(` – ${listed} – `), place, textNode(quoted)];
}

const code = (content: string): InlineNode => textNode(content, [{ object: 'mark', type: 'code' }]);

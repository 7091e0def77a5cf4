import type { Block } from '../../content/documents/document.ts';
import { slugOf } from '../../content/documents/slug.ts';
import type { ComputedListing } from '../../content/tree/computed-listing.ts';
import { createSlugMaker, toSlug } from '../../content/tree/slug.ts';
import type { SpecOutline } from '../../openapi/outline-spec.ts';
import { readReferenceText } from '../../openapi/reference/read-text.ts';

/** A page that is made of a spec, or a group of such pages. */
export interface ComputedPage {
  /** Tells it from the other pages of the same entry, whatever their order. */
  key: string;
  title: string;
  slug: string;
  /** Undefined for a group. */
  blocks: Block[] | undefined;
  children: ComputedPage[];
}

type Operation = SpecOutline['operations'][number];

const MAX_PAGES = 5000;

/** The pages of a spec: one for each tag or operation, one for its webhooks, and one for its schemas if they are wanted. */
export function listComputedPages(listing: ComputedListing, outline: SpecOutline): ComputedPage[] {
  const { spec, isByOperation, hasModels } = listing;
  const takeSlug = createSlugMaker();
  const pages = groupByTag(outline).map(({ name, title, description, operations }): ComputedPage => {
    const key = `tag/${name}`;
    const slug = takeSlug(toSlug(title));
    const text = readReferenceText(description)?.blocks ?? [];
    if (!isByOperation) {
      const blocks = [...text, ...operations.map((one) => operationBlock(spec, one))];
      return { key, title, slug, blocks, children: [] };
    }
    const takeBelow = createSlugMaker();
    return {
      key,
      title,
      slug,
      blocks: text.length > 0 ? text : undefined,
      children: operations.map((one) => ({
        key: `operation/${one.method} ${one.path}`,
        title: titleOf(one),
        slug: takeBelow(toSlug(titleOf(one))),
        blocks: [operationBlock(spec, one)],
        children: [],
      })),
    };
  });
  const { webhooks, schemas } = outline;
  if (webhooks.length > 0) {
    const blocks = webhooks.map(({ name, method }) =>
      openApiBlock('openapi-webhook', { ref: refOf(spec), name, method }, `${method} ${name}`),
    );
    pages.push({ key: 'webhooks', title: 'Webhooks', slug: takeSlug('webhooks'), blocks, children: [] });
  }
  if (hasModels && schemas.length > 0) {
    const block = openApiBlock('openapi-schemas', { ref: refOf(spec), schemas }, schemas[0] ?? '');
    pages.push({ key: 'models', title: 'Models', slug: takeSlug('models'), blocks: [block], children: [] });
  }
  return pages.slice(0, MAX_PAGES);
}

interface TagGroup {
  name: string;
  title: string;
  description: string | undefined;
  operations: Operation[];
}

/** In the order in which the spec lists its tags, then in that of its operations. An operation is where its first tag is. */
function groupByTag({ title, operations, tags = [] }: SpecOutline): TagGroup[] {
  const groups = new Map<string, TagGroup>();
  const groupOf = (name: string, shown: string, description?: string): TagGroup => {
    const known = groups.get(name);
    if (known) return known;
    const group = { name, title: shown, description, operations: [] };
    groups.set(name, group);
    return group;
  };
  for (const tag of tags) groupOf(tag.name, tag.title ?? tag.name, tag.description);
  for (const operation of operations) {
    const [tag] = operation.tags;
    groupOf(tag ?? '', tag ?? (title || 'API')).operations.push(operation);
  }
  return [...groups.values()].filter(({ operations: own }) => own.length > 0);
}

const titleOf = ({ summary, operationId, method, path }: Operation): string =>
  summary?.trim() || operationId || `${method.toUpperCase()} ${path}`;

const refOf = (spec: string) => ({ kind: 'openapi' as const, spec });

const operationBlock = (spec: string, { method, path }: Operation): Block =>
  openApiBlock('openapi-operation', { ref: refOf(spec), path, method }, `${method} ${path}`);

function openApiBlock<Type extends 'openapi-operation' | 'openapi-webhook' | 'openapi-schemas'>(
  type: Type,
  data: Extract<Block, { type: Type }>['data'],
  anchor: string,
): Block {
  return { object: 'block', type, isVoid: true, data, meta: { id: slugOf(anchor) } } as Block;
}

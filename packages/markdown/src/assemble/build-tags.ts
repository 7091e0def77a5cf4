import { assertNever } from '../assert-never.ts';
import { CHANGELOG, CHANGELOG_TAG, specOfChangelog } from '../changelog-block.ts';
import { mentionsCondition } from '../condition-tags.ts';
import { type OpenApiRef, urlRef } from '../content-ref.ts';
import {
  type Anchor,
  type Block,
  type BlockOf,
  type BlockType,
  type Code,
  type CodeData,
  type Column,
  type ContentRefBlock,
  type Embed,
  type FileBlock,
  type If,
  type Integration,
  type OpenApiBlock,
  plainText,
  type ReferenceLine,
  type StepperStep,
  type TabsItem,
  type Update,
} from '../document.ts';
import type { Tag } from '../syntax/tag.ts';
import { HINT_STYLES, orEmpty } from './build-html.ts';
import {
  addTarget,
  type Build,
  block,
  captionOf,
  codeLines,
  type Locate,
  placeAround,
  present,
} from './context.ts';

/** A tag with the content between it and its end tag. */
export interface TagPair {
  tag: Tag;
  /** Locates a position within the tag's own source. */
  locate: Locate;
  /** Undefined for a tag without a partner. */
  children: Block[] | undefined;
}

/** Tags that have a partner. */
export const PAIRED_TAGS = new Set(
  'hint tabs tab stepper step columns column content-ref embed file code if updates update prompt openapi-operation openapi-schemas openapi-webhook openapi swagger api-method swagger-description swagger-parameter swagger-parameters swagger-response api-method-spec api-method-summary api-method-description api-method-request api-method-response api-method-parameter api-method-path-parameters api-method-headers api-method-query-parameters api-method-body-parameters api-method-response-example api-method-response-example-description'.split(
    ' ',
  ),
);

/** Tags that need no end tag. */
export const OPTIONAL_PARTNERS = new Set(['embed', 'file']);

/** The tags from which each kind of block is read, with the attributes that its data represents. */
const TAGS_OF_BLOCKS = {
  paragraph: {},
  'heading-1': {},
  'heading-2': {},
  'heading-3': {},
  'list-unordered': {},
  'list-ordered': {},
  'list-tasks': {},
  'list-item': {},
  blockquote: {},
  divider: {},
  code: { code: ['title', 'lineNumbers', 'overflow', 'expandable', 'fullWidth'] },
  'code-line': {},
  math: {},
  hint: { hint: ['style', 'icon'] },
  images: {},
  image: {},
  drawing: {},
  file: { file: ['src'] },
  embed: { embed: ['url', 'fullWidth'] },
  'content-ref': { 'content-ref': ['url'], 'page-ref': ['page'] },
  'reusable-content': { include: [] },
  table: {},
  tabs: { tabs: ['fullWidth'] },
  'tabs-item': { tab: ['title', 'icon'] },
  expandable: {},
  stepper: { stepper: ['fullWidth'] },
  'stepper-step': { step: ['icon'] },
  columns: { columns: ['fullWidth'] },
  column: { column: ['width', 'valign'] },
  updates: { updates: ['format'] },
  update: { update: ['date', 'tags'] },
  prompt: { prompt: ['description', 'icon', 'openInAIProviders', 'defaultExpanded'] },
  if: { if: [] },
  swagger: {
    openapi: ['src', 'path', 'method', 'expanded', 'fullWidth'],
    swagger: ['src', 'path', 'method', 'expanded', 'fullWidth'],
  },
  'openapi-operation': { 'openapi-operation': ['spec', 'path', 'method'] },
  'openapi-webhook': { 'openapi-webhook': ['spec', 'name', 'method'] },
  'openapi-schemas': { 'openapi-schemas': ['spec', 'schemas', 'grouped'] },
  // Others are named by the integration: `{% @vendor/block … %}`.
  integration: { [CHANGELOG_TAG]: ['spec'] },
} as const satisfies Record<BlockType, Record<string, readonly string[]>>;

type TagName = {
  [Type in BlockType]: keyof (typeof TAGS_OF_BLOCKS)[Type];
}[BlockType];

const KNOWN_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values<Record<string, readonly string[]>>(TAGS_OF_BLOCKS).flatMap((tags) => Object.entries(tags)),
);

/**
 * The attributes that are fields in the data of a block, for all of its tags; undefined for a block without a tag.
 */
export function fieldsOfTag(type: BlockType): readonly string[] | undefined {
  const [first, ...others] = Object.values<readonly string[]>(TAGS_OF_BLOCKS[type]);
  return first?.filter((name) => others.every((names) => names.includes(name)));
}

/** The items of containers, which hold nothing else. */
const ITEMS = {
  tabs: 'tabs-item',
  stepper: 'stepper-step',
  columns: 'column',
  updates: 'update',
} as const;

type ContainerTag = keyof typeof ITEMS;
export type ItemType = (typeof ITEMS)[ContainerTag];

const ITEM_TYPES: ReadonlySet<string> = new Set(Object.values(ITEMS));

export const isItem = (block: Block): block is BlockOf<ItemType> => ITEM_TYPES.has(block.type);

const isContainerTag = (name: string): name is ContainerTag => Object.hasOwn(ITEMS, name);

/** The tags that need no end tag. */
type SingleTag = 'include' | 'page-ref' | 'embed' | 'file' | typeof CHANGELOG_TAG;

/** Only called for tags that have a partner and are not containers. */
const isEnclosingTag = (name: string): name is Exclude<TagName, SingleTag | ContainerTag> =>
  KNOWN_ATTRIBUTES.has(name);

/** The block of a tag; undefined when it cannot be made, and the tags stay text. */
export function buildTag(build: Build, pair: TagPair): Block | undefined {
  const { tag } = pair;
  if (tag.isMalformed) return undefined;
  const made = tag.name.startsWith('@') ? integrationBlock(build, pair) : buildNamed(build, pair);
  if (!made) return undefined;
  const known = KNOWN_ATTRIBUTES.get(tag.name) ?? [];
  const others = [...tag.attributes].filter(([key]) => !known.includes(key));
  if (others.length > 0 && made.type !== 'integration')
    made.attributes = Object.fromEntries(others.map(([key, { value }]) => [key, value]));
  return made;
}

function buildNamed(build: Build, pair: TagPair): Block | undefined {
  const { tag, children } = pair;
  if (tag.name === 'include') {
    if (!tag.argument) return undefined;
    addTagTarget(build, pair, tag.argument, 'include');
    return block(build, 'reusable-content', { data: { ref: urlRef(tag.argument.value) } });
  }
  if (tag.name === 'page-ref') {
    const page = tag.attributes.get('page');
    if (!page) return undefined;
    addTagTarget(build, pair, page, 'content-ref');
    return block(build, 'content-ref', { data: { ref: urlRef(page.value), form: 'page-ref' } });
  }
  if (tag.name === CHANGELOG_TAG) return changelogBlock(build, pair);
  if (tag.name === 'embed' || tag.name === 'file') return buildEmbed(build, pair, tag.name);
  if (!children) return undefined;
  if (isContainerTag(tag.name)) return buildContainer(build, pair, tag.name, children);
  return buildEnclosing(build, pair, children);
}

const attributeValue = ({ tag }: TagPair, name: string): string | undefined =>
  tag.attributes.get(name)?.value;

function flagOf(pair: TagPair, name: string): boolean | undefined {
  const value = attributeValue(pair, name);
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

function buildContainer(
  build: Build,
  pair: TagPair,
  name: ContainerTag,
  children: readonly Block[],
): Block | undefined {
  const layout = present({ fullWidth: flagOf(pair, 'fullWidth') });
  switch (name) {
    case 'tabs': {
      const nodes = gatherItems<TabsItem>(build, children, ITEMS.tabs);
      return nodes && block(build, 'tabs', { data: layout, nodes });
    }
    case 'stepper': {
      const nodes = gatherItems<StepperStep>(build, children, ITEMS.stepper);
      return nodes && block(build, 'stepper', { data: layout, nodes });
    }
    case 'columns': {
      const nodes = gatherItems<Column>(build, children, ITEMS.columns);
      return nodes && block(build, 'columns', { data: layout, nodes });
    }
    case 'updates': {
      const nodes = gatherItems<Update>(build, children, ITEMS.updates);
      return (
        nodes &&
        block(build, 'updates', { data: { format: updateFormat(attributeValue(pair, 'format')) }, nodes })
      );
    }
    default:
      return assertNever(name);
  }
}

function buildEnclosing(build: Build, pair: TagPair, children: Block[]): Block | undefined {
  const { tag } = pair;
  const { name } = tag;
  const value = (attribute: string): string | undefined => attributeValue(pair, attribute);
  const flag = (attribute: string): boolean | undefined => flagOf(pair, attribute);
  const nodes = orEmpty(build, children);
  if (!isEnclosingTag(name)) return undefined;
  switch (name) {
    case 'hint':
      return block(build, 'hint', {
        data: { style: HINT_STYLES[value('style') ?? 'info'] ?? 'info', ...present({ icon: value('icon') }) },
        nodes,
      });
    case 'tab': {
      const id = build.slugOf(value('title') ?? '');
      return block(build, 'tabs-item', {
        data: present({ title: value('title'), icon: value('icon') }),
        ...(id ? { meta: { id: build.anchors.take(id) } } : {}),
        nodes,
      });
    }
    case 'step':
      return block(build, 'stepper-step', { data: present({ icon: value('icon') }), nodes });
    case 'column':
      return buildColumn(build, value('width'), value('valign'), nodes);
    case 'if':
      return block(build, 'if', { data: { expression: tag.expression }, nodes });
    case 'update':
      return buildUpdate(build, value('date'), value('tags'), nodes);
    case 'code':
      return wrapCode(
        children,
        present({
          title: value('title'),
          overflow: overflowOf(value('overflow')),
          lineNumbers: flag('lineNumbers'),
          expandable: flag('expandable'),
          fullWidth: flag('fullWidth'),
        }),
      );
    case 'prompt': {
      const [code] = children;
      if (children.length !== 1 || code?.type !== 'code' || code.data.verbatim) return undefined;
      const expanded = value('defaultExpanded');
      return block(build, 'prompt', {
        data: {
          description: value('description') ?? '',
          ...present({ icon: value('icon'), openInAIProviders: flag('openInAIProviders') }),
          ...(expanded === 'hidden' || expanded === 'partial' || expanded === 'full'
            ? { defaultExpanded: expanded }
            : {}),
        },
        nodes: [code],
      });
    }
    case 'content-ref':
      return buildContentRef(build, pair, children);
    case 'openapi':
    case 'swagger':
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
      return buildOpenApi(build, pair, name, children);
    default:
      return assertNever(name);
  }
}

/** Content between items belongs to the item before it, or to the first. */
function gatherItems<Item extends BlockOf<ItemType>>(
  build: Build,
  children: readonly Block[],
  type: Item['type'],
): (Item | If)[] | undefined {
  const items: (Item | If)[] = [];
  const before: Block[] = [];
  for (const child of children) {
    const last = items.at(-1);
    if (isItemOf<Item>(child, type)) items.push(child);
    else if (isItem(child)) return undefined;
    else if (last?.type === type) {
      last.nodes.push(child);
      widen(build, last, child);
    } else before.push(child);
  }
  const first: { key?: string; nodes: Block[] } | undefined = items.find((item) => item.type === type);
  if (!first) return items.length > 0 && before.length === 0 ? items : undefined;
  first.nodes = before.concat(first.nodes);
  for (const child of before) widen(build, first, child);
  return items;
}

/** Content that goes to an item is beside the item's own tags. */
function widen({ blockRanges }: Build, item: { key?: string }, child: Block): void {
  const range = blockRanges.get(item.key ?? '');
  const inner = blockRanges.get(child.key ?? '');
  if (range && inner)
    blockRanges.set(item.key!, {
      start: Math.min(range.start, inner.start),
      end: Math.max(range.end, inner.end),
    });
}

/** `if` may contain items. */
const isItemOf = <Item extends BlockOf<ItemType>>(block: Block, type: Item['type']): block is Item | If =>
  block.type === type || (block.type === 'if' && block.nodes.every((node) => isItemOf<Item>(node, type)));

const overflowOf = (value: string | undefined): CodeData['overflow'] =>
  value === 'wrap' || value === 'scroll' ? value : undefined;

const updateFormat = (format: string | undefined): 'numeric' | 'short' | 'full' =>
  format === 'numeric' || format === 'short' ? format : 'full';

function addTagTarget(
  build: Build,
  { locate }: Pick<TagPair, 'locate'>,
  value: { value: string; start: number; end: number },
  kind: Parameters<typeof addTarget>[1]['kind'],
): void {
  const start = locate(value.start);
  addTarget(build, { raw: value.value, kind, form: 'tag', start, end: start + value.end - value.start });
}

function wrapCode(children: readonly Block[], data: CodeData): Code | undefined {
  const [code] = children;
  if (children.length !== 1 || code?.type !== 'code' || code.data.verbatim) return undefined;
  return { ...code, data: { ...code.data, ...data } };
}

function buildColumn(
  build: Build,
  width: string | undefined,
  valign: string | undefined,
  nodes: Block[],
): Column {
  const percent = /^(\d+(?:\.\d+)?)%?$/.exec(width ?? '')?.[1];
  return block(build, 'column', {
    data: {
      ...(percent ? { width: { unit: '%', value: Number(percent) } } : {}),
      ...(valign === 'top' || valign === 'middle' || valign === 'bottom'
        ? { verticalAlignment: valign }
        : {}),
    },
    nodes,
  });
}

function buildUpdate(
  build: Build,
  date: string | undefined,
  tags: string | undefined,
  nodes: Block[],
): Update | undefined {
  const time = /^\d{4}-\d{2}-\d{2}/.test(date ?? '') ? new Date(date!) : undefined;
  if (!time || Number.isNaN(time.getTime())) return undefined;
  const slugs = (tags ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  return block(build, 'update', {
    data: {
      date: time.toISOString(),
      ...(slugs.length > 0 ? { tags: slugs.map((tag) => ({ kind: 'tag', tag })) } : {}),
    },
    nodes,
  });
}

function buildEmbed(build: Build, pair: TagPair, name: 'embed' | 'file'): Embed | FileBlock | undefined {
  const { tag, children: caption = [] } = pair;
  const target = tag.attributes.get(name === 'embed' ? 'url' : 'src');
  if (!target) return undefined;
  if (caption.some(({ type }) => type !== 'paragraph')) return undefined;
  addTagTarget(build, pair, target, name);
  const fragments = caption.length === 0 ? {} : { fragments: [captionOf(build, caption)] };
  if (fragments.fragments) placeAround(build, fragments.fragments[0]!, caption);
  if (name === 'file') return block(build, 'file', { data: { ref: urlRef(target.value) }, ...fragments });
  const fullWidth = attributeValue(pair, 'fullWidth') === 'true' ? { fullWidth: true } : {};
  return block(build, 'embed', { data: { url: target.value, ...fullWidth }, ...fragments });
}

/** The last part of a target's path: the text of a reference when nothing else is known. */
export function nameOfTarget(target: string): string {
  const path = target.replace(/[?#].*/s, '').replace(/(?<!\/)\/+$/, '');
  return path.slice(path.lastIndexOf('/') + 1) || target;
}

/** The line between a reference's tags: a link or a text. Undefined when it is more than that. */
function readLine(children: readonly Block[]): { text: string; target: string | undefined } | undefined {
  if (children.length === 0) return { text: '', target: undefined };
  const [paragraph] = children;
  if (children.length > 1 || paragraph?.type !== 'paragraph') return undefined;
  const link = paragraph.nodes.find((node) => node.object === 'inline' && node.type === 'link');
  const hasOthers = paragraph.nodes.some((node) => node.object === 'inline' && node !== link);
  if (hasOthers) return undefined;
  const ref = link?.object === 'inline' && link.type === 'link' ? link.data.ref : undefined;
  return { text: plainText(paragraph.nodes), target: ref?.kind === 'url' ? ref.url : undefined };
}

function buildContentRef(
  build: Build,
  pair: TagPair,
  children: readonly Block[],
): ContentRefBlock | undefined {
  const url = pair.tag.attributes.get('url');
  const line = readLine(children);
  if (!url || !line) return undefined;
  addTagTarget(build, pair, url, 'content-ref');
  // The link's text is only kept when it is not what would be written anyway.
  const isDefault = line.text === nameOfTarget(url.value) && line.target === url.value;
  return block(build, 'content-ref', {
    data: { ref: urlRef(url.value), ...(isDefault ? {} : { line: lineData(line) }) },
  });
}

const lineData = ({ text, target }: { text: string; target: string | undefined }): ReferenceLine => ({
  text,
  ...(target === undefined ? {} : { url: target }),
});

function buildOpenApi(
  build: Build,
  pair: TagPair,
  name: 'openapi' | 'swagger' | 'openapi-operation' | 'openapi-webhook' | 'openapi-schemas',
  children: readonly Block[],
): OpenApiBlock | undefined {
  const { tag } = pair;
  const value = (attribute: string): string => attributeValue(pair, attribute) ?? '';
  const written = readLine(children);
  if (!written) return undefined;
  if (name === 'openapi' || name === 'swagger') {
    const src = tag.attributes.get('src');
    if (!src) return undefined;
    addTagTarget(build, pair, src, 'swagger');
    const isDefault = written.text === src.value && written.target === src.value;
    return block(build, 'swagger', {
      data: {
        ref: urlRef(src.value),
        path: value('path'),
        method: value('method'),
        ...(value('expanded') === 'true' ? { expanded: true } : {}),
        ...(value('fullWidth') === 'true' ? { fullWidth: true } : {}),
        ...(name === 'swagger' ? { form: name } : {}),
        ...(isDefault ? {} : { line: lineData(written) }),
      },
      ...operationMeta(build, `${value('method')} ${value('path')}`),
    });
  }
  const spec = tag.attributes.get('spec');
  if (!spec) return undefined;
  addTagTarget(build, pair, spec, 'openapi');
  const ref: OpenApiRef = { kind: 'openapi', spec: spec.value };
  const line = written.text === '' && written.target === undefined ? {} : { line: lineData(written) };
  switch (name) {
    case 'openapi-schemas':
      return block(build, name, {
        data: {
          ref,
          schemas: value('schemas')
            .split(',')
            .map((schema) => schema.trim())
            .filter((schema) => schema !== ''),
          ...(tag.attributes.has('grouped') ? { grouped: value('grouped') === 'true' } : {}),
          ...line,
        },
        ...operationMeta(build, value('schemas')),
      });
    case 'openapi-webhook':
      return block(build, name, {
        data: { ref, name: value('name'), method: value('method'), ...line },
        ...operationMeta(build, `${value('method')} ${value('path') || value('name')}`),
      });
    case 'openapi-operation':
      return block(build, name, {
        data: { ref, path: value('path'), method: value('method'), ...line },
        ...operationMeta(build, `${value('method')} ${value('path') || value('name')}`),
      });
    default:
      return assertNever(name);
  }
}

function operationMeta(build: Build, text: string): { meta?: Anchor } {
  const id = build.slugOf(text);
  return id ? { meta: { id: build.anchors.take(id) } } : {};
}

/** `{% @vendor/block … %}`. */
function integrationBlock(build: Build, pair: TagPair): Integration | Code | undefined {
  const [vendor, name, ...rest] = pair.tag.name.slice(1).split('/');
  if (!vendor || !name || rest.length > 0 || pair.tag.argument) return undefined;
  const props = propsOf(pair);
  // Code does not mention conditions.
  if (vendor === 'mermaid' && name === 'diagram' && props.content && !mentionsCondition(props.content))
    return block(build, 'code', {
      data: { syntax: 'mermaid' },
      nodes: codeLines(build, props.content.replace(/^\n+/, '').trimEnd()),
    });
  const url = pair.tag.attributes.get('url');
  if (url) addTagTarget(build, pair, url, 'embed');
  const data = { integration: vendor, block: name, props, ...(url ? { url: url.value } : {}) };
  addChangelogTarget(build, pair, data);
  return block(build, 'integration', { data });
}

/** `{% openapi-changelog spec="…" %}`. */
function changelogBlock(build: Build, pair: TagPair): Integration | undefined {
  const data = { ...CHANGELOG, props: propsOf(pair) };
  if (specOfChangelog({ data }) === undefined || pair.children || pair.tag.argument) return undefined;
  addChangelogTarget(build, pair, data);
  return block(build, 'integration', { data });
}

const propsOf = ({ tag }: TagPair): Record<string, string> =>
  Object.fromEntries([...tag.attributes].map(([key, { value }]) => [key, value]));

function addChangelogTarget(build: Build, pair: TagPair, data: Integration['data']): void {
  const spec = pair.tag.attributes.get('spec');
  if (spec && specOfChangelog({ data }) !== undefined) addTagTarget(build, pair, spec, 'openapi');
}

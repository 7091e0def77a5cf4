import { type Block, plainText, urlRef } from '../document.ts';
import type { Tag } from '../syntax/tag.ts';
import { HINT_STYLES, orEmpty } from './build-html.ts';
import { addTarget, type Build, block, type Locate } from './context.ts';

/** A tag with what stands between it and its partner. */
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

/** Tags that may also stand alone. */
export const OPTIONAL_PARTNERS = new Set(['embed', 'file']);

/** Containers whose children must all be of one kind. */
const ITEMS: Record<string, { type: string; item: string }> = {
  tabs: { type: 'tabs', item: 'tabs-item' },
  stepper: { type: 'stepper', item: 'stepper-step' },
  columns: { type: 'columns', item: 'column' },
  updates: { type: 'updates', item: 'update' },
};

const ITEM_TYPES = new Set(Object.values(ITEMS).map(({ item }) => item));

export const isItem = (type: string): boolean => ITEM_TYPES.has(type);

/** The block of a tag; undefined when it cannot be made, and the tags stay text. */
export function buildTag(build: Build, pair: TagPair): Block | undefined {
  const { tag } = pair;
  if (tag.isMalformed) return undefined;
  const made = tag.name.startsWith('@') ? integrationBlock(build, pair) : buildNamed(build, pair);
  if (!made) return undefined;
  const others = [...tag.attributes].filter(([key]) => !(KNOWN_ATTRIBUTES[tag.name] ?? []).includes(key));
  if (others.length > 0 && made.type !== 'integration')
    made.attributes = Object.fromEntries(others.map(([key, { value }]) => [key, value]));
  return made;
}

const KNOWN_ATTRIBUTES: Record<string, string[]> = {
  hint: ['style', 'icon'],
  tabs: ['fullWidth'],
  tab: ['title', 'icon'],
  columns: ['fullWidth'],
  column: ['width', 'valign'],
  'content-ref': ['url'],
  embed: ['url', 'fullWidth'],
  file: ['src'],
  code: ['title', 'lineNumbers', 'overflow', 'expandable', 'fullWidth'],
  updates: ['format'],
  update: ['date', 'tags'],
  prompt: ['description', 'icon', 'openInAIProviders', 'defaultExpanded'],
  'openapi-operation': ['spec', 'path', 'method'],
  'openapi-webhook': ['spec', 'name', 'method'],
  'openapi-schemas': ['spec', 'schemas', 'grouped'],
  openapi: ['src', 'path', 'method', 'expanded', 'fullWidth'],
  swagger: ['src', 'path', 'method', 'expanded', 'fullWidth'],
  step: ['icon'],
  'page-ref': ['page'],
};

function buildNamed(build: Build, pair: TagPair): Block | undefined {
  const { tag, children } = pair;
  const value = (name: string): string | undefined => tag.attributes.get(name)?.value;
  const flag = (name: string): object =>
    value(name) === 'true' ? { [name]: true } : value(name) === 'false' ? { [name]: false } : {};
  const text = (name: string, as = name): object => (value(name) === undefined ? {} : { [as]: value(name) });

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
  if (tag.name === 'embed' || tag.name === 'file') return buildEmbed(build, pair);
  if (!children) return undefined;

  const items = ITEMS[tag.name];
  if (items) {
    const gathered = gatherItems(children, items.item);
    if (!gathered) return undefined;
    const data = tag.name === 'updates' ? { format: updateFormat(value('format')) } : flag('fullWidth');
    return block(build, items.type, { data: data as Record<string, unknown>, nodes: gathered });
  }
  const nodes = orEmpty(build, children);
  switch (tag.name) {
    case 'hint':
      return block(build, 'hint', {
        data: { style: HINT_STYLES[value('style') ?? 'info'] ?? 'info', ...text('icon') },
        nodes,
      });
    case 'tab': {
      const id = build.slugOf(value('title') ?? '');
      return block(build, 'tabs-item', {
        data: { ...text('title'), ...text('icon') },
        ...(id ? { meta: { id: build.anchors.take(id) } } : {}),
        nodes,
      });
    }
    case 'step':
      return block(build, 'stepper-step', { data: { ...text('icon') }, nodes });
    case 'column':
      return buildColumn(build, value('width'), value('valign'), nodes);
    case 'if':
      return block(build, 'if', { data: { expression: tag.expression }, nodes });
    case 'update':
      return buildUpdate(build, value('date'), value('tags'), nodes);
    case 'code':
      return wrapCode(children, {
        ...text('title'),
        ...overflow(value('overflow')),
        ...flag('lineNumbers'),
        ...flag('expandable'),
        ...flag('fullWidth'),
      });
    case 'prompt': {
      const [code] = children;
      if (children.length !== 1 || code?.type !== 'code' || code.data.verbatim) return undefined;
      const expanded = value('defaultExpanded');
      return block(build, 'prompt', {
        data: {
          description: value('description') ?? '',
          ...text('icon'),
          ...flag('openInAIProviders'),
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
      return buildOpenApi(build, pair, children);
    default:
      return undefined;
  }
}

/** What stands between items belongs to the item before it, or to the first. */
function gatherItems(children: readonly Block[], type: string): Block[] | undefined {
  const items: Block[] = [];
  const before: Block[] = [];
  for (const child of children) {
    const last = items.at(-1);
    if (isItemOf(child, type)) items.push(child);
    else if (isItem(child.type)) return undefined;
    else if (last?.type === type) last.nodes!.push(child);
    else before.push(child);
  }
  const first = items.find((item) => item.type === type);
  if (!first) return items.length > 0 && before.length === 0 ? items : undefined;
  first.nodes = before.concat(first.nodes as Block[]);
  return items;
}

/** `if` may stand around items. */
const isItemOf = (block: Block, type: string): boolean =>
  block.type === type ||
  (block.type === 'if' && (block.nodes as Block[]).every((node) => isItemOf(node, type)));

const overflow = (value: string | undefined): object =>
  value === 'wrap' || value === 'scroll' ? { overflow: value } : {};

const updateFormat = (format: string | undefined): string =>
  format === 'numeric' || format === 'short' ? format : 'full';

export function addTagTarget(
  build: Build,
  { locate }: Pick<TagPair, 'locate'>,
  value: { value: string; start: number; end: number },
  kind: Parameters<typeof addTarget>[1]['kind'],
): void {
  const start = locate(value.start);
  addTarget(build, { raw: value.value, kind, form: 'tag', start, end: start + value.end - value.start });
}

function wrapCode(children: readonly Block[], data: object): Block | undefined {
  const [code] = children;
  if (children.length !== 1 || code?.type !== 'code' || code.data.verbatim) return undefined;
  return { ...code, data: { ...code.data, ...data } };
}

function buildColumn(
  build: Build,
  width: string | undefined,
  valign: string | undefined,
  nodes: Block[],
): Block {
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
): Block | undefined {
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

function buildEmbed(build: Build, pair: TagPair): Block | undefined {
  const { tag, children } = pair;
  const target = tag.attributes.get(tag.name === 'embed' ? 'url' : 'src');
  if (!target) return undefined;
  if (children?.some(({ type }) => type !== 'paragraph')) return undefined;
  addTagTarget(build, pair, target, tag.name === 'embed' ? 'embed' : 'file');
  const fullWidth = tag.attributes.get('fullWidth')?.value === 'true' ? { fullWidth: true } : {};
  const caption = children ?? [];
  return block(build, tag.name, {
    data: tag.name === 'embed' ? { url: target.value, ...fullWidth } : { ref: urlRef(target.value) },
    ...(caption.length > 0
      ? {
          fragments: [
            { object: 'fragment', key: build.key(), fragment: 'caption', type: 'caption', nodes: caption },
          ],
        }
      : {}),
  });
}

/** The last part of a target's path: the text of a reference when nothing else is known. */
export function nameOfTarget(target: string): string {
  const path = target.replace(/[?#].*$/, '').replace(/\/+$/, '');
  return path.slice(path.lastIndexOf('/') + 1) || target;
}

/** The line between a reference's tags: a link or a text. Undefined when it is more than that. */
function readLine(children: readonly Block[]): { text: string; target: string | undefined } | undefined {
  if (children.length === 0) return { text: '', target: undefined };
  const [paragraph] = children;
  if (children.length > 1 || paragraph?.type !== 'paragraph') return undefined;
  const link = paragraph.nodes!.find((node) => node.object === 'inline' && node.type === 'link');
  const ref = link && 'data' in link ? (link.data.ref as { url: string }) : undefined;
  const images = paragraph.nodes!.some((node) => node.object === 'inline' && node !== link);
  if (images) return undefined;
  return { text: plainText(paragraph.nodes!), target: ref?.url };
}

function buildContentRef(build: Build, pair: TagPair, children: readonly Block[]): Block | undefined {
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

const lineData = ({ text, target }: { text: string; target: string | undefined }): object => ({
  text,
  ...(target === undefined ? {} : { url: target }),
});

function buildOpenApi(build: Build, pair: TagPair, children: readonly Block[]): Block | undefined {
  const { tag } = pair;
  const value = (name: string): string => tag.attributes.get(name)?.value ?? '';
  const line = readLine(children);
  if (!line) return undefined;
  if (tag.name === 'openapi' || tag.name === 'swagger') {
    const src = tag.attributes.get('src');
    if (!src) return undefined;
    addTagTarget(build, pair, src, 'swagger');
    const isDefault = line.text === src.value && line.target === src.value;
    return block(build, 'swagger', {
      data: {
        ref: urlRef(src.value),
        path: value('path'),
        method: value('method'),
        ...(value('expanded') === 'true' ? { expanded: true } : {}),
        ...(value('fullWidth') === 'true' ? { fullWidth: true } : {}),
        ...(tag.name === 'swagger' ? { form: 'swagger' } : {}),
        ...(isDefault ? {} : { line: lineData(line) }),
      },
      ...operationMeta(build, `${value('method')} ${value('path')}`),
    });
  }
  const ref = { kind: 'openapi', spec: value('spec') };
  const spec = tag.attributes.get('spec');
  if (!spec) return undefined;
  addTagTarget(build, pair, spec, 'openapi');
  const data =
    tag.name === 'openapi-schemas'
      ? {
          ref,
          schemas: value('schemas')
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== ''),
          ...(tag.attributes.has('grouped') ? { grouped: value('grouped') === 'true' } : {}),
        }
      : tag.name === 'openapi-webhook'
        ? { ref, name: value('name'), method: value('method') }
        : { ref, path: value('path'), method: value('method') };
  return block(build, tag.name, {
    data: { ...data, ...(line.text === '' && line.target === undefined ? {} : { line: lineData(line) }) },
    ...operationMeta(
      build,
      tag.name === 'openapi-schemas'
        ? value('schemas')
        : `${value('method')} ${value('path') || value('name')}`,
    ),
  });
}

function operationMeta(build: Build, text: string): { meta?: { id: string } } {
  const id = build.slugOf(text);
  return id ? { meta: { id: build.anchors.take(id) } } : {};
}

/** `{% @vendor/block … %}`. */
function integrationBlock(build: Build, pair: TagPair): Block | undefined {
  const [vendor, name, ...rest] = pair.tag.name.slice(1).split('/');
  if (!vendor || !name || rest.length > 0 || pair.tag.argument) return undefined;
  const props = Object.fromEntries([...pair.tag.attributes].map(([key, { value }]) => [key, value]));
  const url = pair.tag.attributes.get('url');
  if (url) addTagTarget(build, pair, url, 'embed');
  return block(build, 'integration', {
    data: { integration: vendor, block: name, props, ...(url ? { url: url.value } : {}) },
  });
}

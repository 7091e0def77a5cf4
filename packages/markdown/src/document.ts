import { assertNever } from './assert-never.ts';
import type { ContentRef, FileRef, OpenApiRef, ReusableContentRef, TagRef, UrlRef } from './content-ref.ts';
import type { TableData } from './table-data.ts';

/**
 * The block tree of a page, in the shapes of the public client. A document is plain data: it can be sent as JSON and to
 * other threads. Code that handles nodes by their kind handles every kind, with `assertNever` or a `Record`.
 */
export interface JSONDocument {
  object: 'document';
  data: { schemaVersion?: number };
  nodes: Block[];
  meta?: Record<string, unknown>;
}

interface BlockBase<Type extends string, Data> {
  object: 'block';
  type: Type;
  key?: string;
  data: Data;
  /** Attributes of the block's tag without a field, as written. */
  attributes?: Record<string, string>;
}

/** A block that contains nodes. */
interface Container<Type extends string, Data, Child, Meta = undefined> extends BlockBase<Type, Data> {
  isVoid: false;
  meta?: Meta;
  nodes: Child[];
  fragments?: undefined;
}

/** A block without nodes; its content is in fragments. */
interface VoidBlock<Type extends string, Data, Part = never, Meta = undefined> extends BlockBase<Type, Data> {
  isVoid: true;
  meta?: Meta;
  nodes?: undefined;
  fragments?: Part[];
}

/** The anchor of a block; `isExplicit`: it was written, and does not follow from the text. */
export interface Anchor {
  id: string;
  isExplicit?: boolean;
}

type NoData = Record<string, never>;

export type Block =
  | Paragraph
  | Heading
  | List
  | ListItem
  | Blockquote
  | Divider
  | Code
  | CodeLine
  | MathBlock
  | Hint
  | Images
  | ImageBlock
  | Drawing
  | FileBlock
  | Embed
  | ContentRefBlock
  | ReusableContent
  | Table
  | Tabs
  | TabsItem
  | Expandable
  | Stepper
  | StepperStep
  | Columns
  | Column
  | Updates
  | Update
  | Prompt
  | If
  | OpenApiBlock
  | Integration;

export type BlockType = Block['type'];
export type BlockOf<Type extends BlockType> = Extract<Block, { type: Type }>;

export type Alignment = 'start' | 'center' | 'end';
export type Paragraph = Container<'paragraph', { align?: Alignment }, InlineNode>;

export type HeadingType = 'heading-1' | 'heading-2' | 'heading-3';
/** `level`: the level that was written, if the kind does not determine it. */
type HeadingOf<Type extends HeadingType> = Container<
  Type,
  { level?: number; align?: Alignment },
  InlineNode,
  Anchor
>;
export type Heading = HeadingOf<'heading-1'> | HeadingOf<'heading-2'> | HeadingOf<'heading-3'>;

type OrderedList = Container<'list-ordered', { start?: number }, ListItem>;
export type List =
  | OrderedList
  | Container<'list-unordered', NoData, ListItem>
  | Container<'list-tasks', NoData, ListItem>;
export type ListItem = Container<'list-item', { checked?: boolean }, Block>;

type Blockquote = Container<'blockquote', NoData, Block>;
type Divider = VoidBlock<'divider', NoData>;

export interface CodeData {
  syntax?: string;
  /** The text after the syntax on the line of the fence. */
  info?: string;
  title?: string;
  overflow?: 'scroll' | 'wrap';
  lineNumbers?: boolean;
  expandable?: boolean;
  fullWidth?: boolean;
  /** Source that is shown as written, because it is not understood. */
  verbatim?: boolean;
}
export type Code = Container<'code', CodeData, CodeLine>;
export type CodeLine = Container<'code-line', { highlighted?: boolean }, InlineNode>;

type MathBlock = VoidBlock<'math', { formula: string }>;

export type HintStyle = 'info' | 'success' | 'warning' | 'danger';
/** `alert`: the name in the first line of a quote that it is written as, such as `NOTE`. */
type Hint = Container<'hint', { style: HintStyle; icon?: string; alert?: string }, Block>;

export type Length = number | { unit: string; value: number };
export interface ImageData {
  ref: UrlRef | FileRef;
  refDark?: UrlRef | FileRef;
  alt?: string;
  width?: Length;
  height?: Length;
}
export interface ImagesData {
  align?: 'left' | 'center' | 'right';
  fullWidth?: boolean;
  withFrame?: boolean;
}
export type Images = Container<'images', ImagesData, ImageBlock>;
export type ImageBlock = VoidBlock<'image', ImageData, Caption>;
export type Drawing = VoidBlock<'drawing', ImageData>;

export type FileBlock = VoidBlock<'file', { ref: UrlRef | FileRef }, Caption>;
export type Embed = VoidBlock<'embed', { url: string; fullWidth?: boolean }, Caption>;

/** The line between a reference's tags, where it is not what would be written anyway. */
export interface ReferenceLine {
  text: string;
  url?: string;
}
export type ContentRefBlock = VoidBlock<
  'content-ref',
  { ref: ContentRef; form?: 'page-ref'; line?: ReferenceLine }
>;
type ReusableContent = VoidBlock<'reusable-content', { ref: UrlRef | ReusableContentRef }>;

export type Table = VoidBlock<'table', TableData, TableCell>;

type Tabs = Container<'tabs', { fullWidth?: boolean }, TabsItem | If>;
export type TabsItem = Container<'tabs-item', { title?: string; icon?: string }, Block, Anchor>;

export type Expandable = VoidBlock<
  'expandable',
  { defaultExpanded?: boolean },
  ExpandableTitle | ExpandableBody,
  Anchor
>;

type Stepper = Container<'stepper', { fullWidth?: boolean }, StepperStep | If>;
export type StepperStep = Container<'stepper-step', { icon?: string }, Block>;

interface ColumnData {
  width?: Length;
  verticalAlignment?: 'top' | 'middle' | 'bottom';
}
/**
 * `verbatim`: a pair of tags that is not understood. Its one column has what is between them, and begins and ends with
 * the tags as they are written.
 */
type Columns = Container<'columns', { fullWidth?: boolean; verbatim?: boolean }, Column | If>;
export type Column = Container<'column', ColumnData, Block>;

type Updates = Container<'updates', { format: 'numeric' | 'short' | 'full' }, Update | If>;
/** `date`: ISO 8601. */
export type Update = Container<'update', { date: string; tags?: TagRef[] }, Block>;

interface PromptData {
  description: string;
  icon?: string;
  openInAIProviders?: boolean;
  defaultExpanded?: 'hidden' | 'partial' | 'full';
}
type Prompt = Container<'prompt', PromptData, Code>;

export type If = Container<'if', { expression: string }, Block>;

export type Swagger = VoidBlock<
  'swagger',
  {
    ref: UrlRef | FileRef;
    path: string;
    method: string;
    expanded?: boolean;
    fullWidth?: boolean;
    form?: 'swagger';
    line?: ReferenceLine;
  },
  never,
  Anchor
>;
type OpenApiOperation = VoidBlock<
  'openapi-operation',
  { ref: OpenApiRef; path: string; method: string; line?: ReferenceLine },
  never,
  Anchor
>;
type OpenApiWebhook = VoidBlock<
  'openapi-webhook',
  { ref: OpenApiRef; name: string; method: string; line?: ReferenceLine },
  never,
  Anchor
>;
type OpenApiSchemas = VoidBlock<
  'openapi-schemas',
  { ref: OpenApiRef; schemas: string[]; grouped?: boolean; line?: ReferenceLine },
  never,
  Anchor
>;
export type OpenApiBlock = Swagger | OpenApiOperation | OpenApiWebhook | OpenApiSchemas;

export type Integration = VoidBlock<
  'integration',
  { integration: string; block: string; props: Record<string, string>; url?: string }
>;

interface InlineBase<Type extends string, Data> {
  object: 'inline';
  type: Type;
  key?: string;
  data: Data;
  meta?: undefined;
  attributes?: undefined;
}

interface InlineContainer<Type extends string, Data, Part = never> extends InlineBase<Type, Data> {
  isVoid: false;
  nodes: InlineNode[];
  fragments?: Part[];
}

interface VoidInline<Type extends string, Data> extends InlineBase<Type, Data> {
  isVoid: true;
  nodes?: undefined;
  fragments?: undefined;
}

export type Inline =
  | Link
  | Mention
  | Button
  | Emoji
  | Icon
  | InlineMath
  | InlineImage
  | Expression
  | Annotation;

export type InlineType = Inline['type'];
export type InlineOf<Type extends InlineType> = Extract<Inline, { type: Type }>;

type Link = InlineContainer<'link', { ref: ContentRef; title?: string }>;
type Mention = VoidInline<'mention', { ref: ContentRef }>;

export interface ButtonLook {
  label: string;
  kind: 'primary' | 'secondary';
  size?: 'small' | 'medium' | 'large';
  icon?: string;
}
/** A button has either a reference or an action. */
export type ButtonData =
  | (ButtonLook & { ref: ContentRef; isWithoutTarget?: boolean; action?: undefined })
  | (ButtonLook & { ref?: undefined; action: { action: 'ask' | 'search'; query?: string } });
type Button = VoidInline<'button', ButtonData>;

type Emoji = VoidInline<'emoji', { code: string }>;
type Icon = VoidInline<'icon', { icon: string; color?: string }>;
type InlineMath = VoidInline<'inline-math', { formula: string }>;
export interface InlineImageData extends ImageData {
  size?: 'line' | 'original';
  caption?: string;
}
export type InlineImage = VoidInline<'inline-image', InlineImageData>;
/** `marks`: those of the text around it, which its value takes on; left out if there are none. */
type Expression = VoidInline<'expression', { expression: string }> & { marks?: Mark[] };
export type Annotation = InlineContainer<'annotation', NoData, AnnotationBody>;

export interface TextNode {
  object: 'text';
  key?: string;
  leaves: Leaf[];
}

export interface Leaf {
  object: 'leaf';
  text: string;
  marks: Mark[];
  /** Source kept as written, for constructs that are not text: an unknown tag, a comment. */
  source?: string;
}

export interface ColorMark {
  object: 'mark';
  type: 'color';
  data: { text: string; background: string };
}

export type PlainMarkType = Exclude<MarkType, 'color'>;

interface PlainMark {
  object: 'mark';
  type: PlainMarkType;
  data?: undefined;
}

export type Mark = PlainMark | ColorMark;

/** The order of a leaf's marks. */
export const MARK_ORDER = [
  'bold',
  'italic',
  'strikethrough',
  'code',
  'keyboard',
  'superscript',
  'subscript',
  'color',
] as const;

export type MarkType = (typeof MARK_ORDER)[number];

interface FragmentOf<Name extends string, Child> {
  object: 'fragment';
  key?: string;
  fragment: Name;
  type: Name;
  nodes: Child[];
}

export type Caption = FragmentOf<'caption', Block>;
type ExpandableTitle = FragmentOf<'expandable-title', Paragraph>;
type ExpandableBody = FragmentOf<'expandable-body', Block>;
export type AnnotationBody = FragmentOf<'annotation-body', Paragraph>;

/** A text cell of a table. */
export interface TableCell {
  object: 'fragment';
  key?: string;
  /** The name by which the cell's value refers to it. */
  fragment: string;
  type?: undefined;
  nodes: Block[];
}

export type Fragment = Caption | ExpandableTitle | ExpandableBody | AnnotationBody | TableCell;

/** A node within a line of text. */
export type InlineNode = Inline | TextNode;

export type DocumentNode = Block | Inline | TextNode;

/** The use of a target. */
export type TargetKind =
  | 'link'
  | 'image'
  | 'file'
  | 'drawing'
  | 'include'
  | 'content-ref'
  | 'mention'
  | 'embed'
  | 'button'
  | 'openapi'
  | 'swagger';

/** The form of a target in a source, which decides how it is escaped. */
export type TargetForm = 'destination' | 'html' | 'tag' | 'autolink';

export interface Target {
  /** UTF-16 offsets of the target's own characters, without quotes or angle brackets. */
  start: number;
  end: number;
  /** The target with escapes and entities decoded. */
  raw: string;
  kind: TargetKind;
  form: TargetForm;
}

/** The maximum nesting of containers; deeper ones stay text. */
export const MAX_DEPTH = 50;

export const isText = (node: DocumentNode): node is TextNode => node.object === 'text';

export const isList = (block: Block): block is List =>
  block.type === 'list-unordered' || block.type === 'list-ordered' || block.type === 'list-tasks';

/** The text that a reader sees of some nodes, without marks. */
export function plainText(nodes: readonly DocumentNode[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.object === 'text') for (const leaf of node.leaves) text += leaf.text;
    else if (node.object === 'inline') text += inlinePlainText(node);
    else if (node.nodes) text += plainText(node.nodes);
  }
  return text;
}

function inlinePlainText(inline: Inline): string {
  switch (inline.type) {
    case 'link':
    case 'annotation':
      return plainText(inline.nodes);
    case 'inline-math':
      return inline.data.formula;
    case 'expression':
      return inline.data.expression;
    case 'emoji':
      return emojiText(inline.data.code);
    case 'button':
      return inline.data.label;
    case 'inline-image':
    case 'mention':
    case 'icon':
      return '';
    default:
      return assertNever(inline);
  }
}

/** Returns the characters of an emoji code such as `1f468-200d-1f4bb`; empty for an invalid code. */
export function emojiText(code: string): string {
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point > 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : '';
}

/** The block tree of a page, in the shapes of the public client. */
export interface JSONDocument {
  object: 'document';
  data: Record<string, unknown>;
  nodes: Block[];
  meta?: Record<string, unknown>;
}

export interface Block {
  object: 'block';
  type: string;
  key?: string;
  isVoid: boolean;
  data: Record<string, unknown>;
  meta?: { id: string; [name: string]: unknown };
  nodes?: DocumentNode[];
  fragments?: Fragment[];
  /** Attributes of the block's tag that no field stands for, as they were written. */
  attributes?: Record<string, string>;
}

export interface Inline {
  object: 'inline';
  type: string;
  key?: string;
  isVoid: boolean;
  data: Record<string, unknown>;
  nodes?: DocumentNode[];
  fragments?: Fragment[];
}

export interface TextNode {
  object: 'text';
  key?: string;
  leaves: Leaf[];
}

export interface Leaf {
  object: 'leaf';
  text: string;
  marks: Mark[];
  /** Source kept as it stands, for what is no text of its own: a tag that is not understood, a comment. */
  source?: string;
}

export interface Mark {
  object: 'mark';
  type: MarkType;
  data?: { text: string; background: string };
}

export type MarkType =
  | 'bold'
  | 'italic'
  | 'strikethrough'
  | 'code'
  | 'keyboard'
  | 'superscript'
  | 'subscript'
  | 'color';

export interface Fragment {
  object: 'fragment';
  key?: string;
  fragment?: string;
  type?: string;
  nodes: Block[];
}

export type DocumentNode = Block | Inline | TextNode;

export type ContentRef =
  | { kind: 'url'; url: string }
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
  | { kind: 'file'; file: string; space?: string }
  | { kind: 'space'; space: string }
  | { kind: 'user'; user: string }
  | { kind: 'tag'; tag: string; space?: string }
  | { kind: 'collection'; collection: string }
  | { kind: 'reusable-content'; reusableContent: string; space?: string }
  | { kind: 'openapi'; spec: string };

/** What a target is used for. */
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

/** Where a target stands in a source, which decides how it is escaped. */
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

/** The deepest nesting of containers that is read; what is deeper stays text. */
export const MAXIMUM_DEPTH = 50;

export const urlRef = (url: string): ContentRef => ({ kind: 'url', url });

export const isText = (node: DocumentNode): node is TextNode => node.object === 'text';

/** The order in which a leaf's marks stand. */
export const MARK_ORDER: readonly MarkType[] = [
  'bold',
  'italic',
  'strikethrough',
  'code',
  'keyboard',
  'superscript',
  'subscript',
  'color',
];

/** The text that a reader sees of some nodes, without marks. */
export function plainText(nodes: readonly DocumentNode[]): string {
  let text = '';
  for (const node of nodes) {
    if (isText(node)) for (const leaf of node.leaves) text += leaf.text;
    else if (node.nodes) text += plainText(node.nodes);
    else if (node.type === 'inline-math') text += String(node.data.formula);
    else if (node.type === 'expression') text += String(node.data.expression);
    else if (node.type === 'emoji') text += emojiText(String(node.data.code));
    else if (node.type === 'button') text += String(node.data.label);
  }
  return text;
}

/** The characters of an emoji code such as `1f468-200d-1f4bb`; empty for what is no code. */
export function emojiText(code: string): string {
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point > 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : '';
}

/** The document format as the API has it (docs/api/content.md), as far as the editor looks at it. */
export interface DocumentJson {
  object: 'document';
  data?: Record<string, unknown>;
  nodes: DocumentNode[];
}

/** A block, an inline, a text or a fragment. */
export interface DocumentNode {
  object: 'block' | 'inline' | 'text' | 'fragment';
  type?: string;
  key?: string;
  isVoid?: boolean;
  data?: Record<string, unknown>;
  meta?: Record<string, unknown>;
  attributes?: Record<string, string>;
  nodes?: DocumentNode[];
  fragments?: DocumentNode[];
  /** The name of a fragment. */
  fragment?: string;
  leaves?: Leaf[];
  marks?: MarkJson[];
  [field: string]: unknown;
}

export interface Leaf {
  object: 'leaf';
  text: string;
  marks: MarkJson[];
  /** The Markdown of something that is kept as it is written. */
  source?: string;
}

export interface MarkJson {
  object: 'mark';
  type: string;
  data?: Record<string, unknown>;
}

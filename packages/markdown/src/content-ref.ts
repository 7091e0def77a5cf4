/** A target as it is written, and an address outside the space. */
export interface UrlRef {
  kind: 'url';
  url: string;
}

export interface FileRef {
  kind: 'file';
  file: string;
  space?: string;
}

export interface ReusableContentRef {
  kind: 'reusable-content';
  reusableContent: string;
  space?: string;
}

export interface OpenApiRef {
  kind: 'openapi';
  spec: string;
}

export interface TagRef {
  kind: 'tag';
  tag: string;
  space?: string;
}

/** The target of a reference in a document, in the shapes of the public client. */
export type ContentRef =
  | UrlRef
  | FileRef
  | ReusableContentRef
  | OpenApiRef
  | TagRef
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
  | { kind: 'space'; space: string }
  | { kind: 'user'; user: string }
  | { kind: 'collection'; collection: string };

export const urlRef = (url: string): UrlRef => ({ kind: 'url', url });

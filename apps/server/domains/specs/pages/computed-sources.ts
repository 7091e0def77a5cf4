import type { ComputedPage } from './list-computed-pages.ts';

/** The props with which clients name the document of a page of a spec. */
export type DocumentProps =
  | { doc: 'models' }
  | { doc: 'info' | 'operations' | 'tag'; page: string }
  | { doc: 'operation'; page: string; method: string };

const TAG = 'tag/';

/**
 * Returns the props of a page. Clients know four kinds of documents; all other pages are `operations` with their key.
 */
export function propsOf({ key, parts, children }: ComputedPage): DocumentProps {
  if (key === 'models') return { doc: 'models' };
  if (key === 'changelog' || key === 'overview') return { doc: 'info', page: key };
  // The introduction of a tag, whose operations have pages of their own.
  const isIntroduction = (parts?.sections.length ?? 0) === 0;
  if (children.length > 0 && isIntroduction) return { doc: 'tag', page: key.slice(TAG.length) };
  return { doc: 'operations', page: key };
}

/** Returns the key of a page, and whether it belongs to a table of contents with a page for each operation. */
export function readProps(props: object): { key: string; isByOperation: boolean } {
  const { doc, page, method } = props as Record<string, unknown>;
  const name = typeof page === 'string' ? page : '';
  switch (doc) {
    case 'models':
      return { key: 'models', isByOperation: false };
    case 'tag':
      return { key: TAG + name, isByOperation: true };
    case 'operation':
      return { key: `operation/${String(method).toLowerCase()} ${name}`, isByOperation: true };
    default:
      return { key: name, isByOperation: name.startsWith('operation/') };
  }
}

import type { ComputedPage } from './list-computed-pages.ts';

/** What a page of a spec shows, as clients name it. */
export type DocumentProps =
  | { doc: 'models' }
  | { doc: 'info' | 'operations' | 'tag'; page: string }
  | { doc: 'operation'; page: string; method: string };

const TAG = 'tag/';

/** Names the document of a page. Clients know four kinds; of all others but these, `page` is the key of the page. */
export function propsOf({ key, children }: ComputedPage): DocumentProps {
  if (key === 'models') return { doc: 'models' };
  if (key === 'changelog') return { doc: 'info', page: key };
  // The introduction of a tag, whose operations have pages of their own.
  if (children.length > 0) return { doc: 'tag', page: key.slice(TAG.length) };
  return { doc: 'operations', page: key };
}

/** The key of a page, and whether it is among those that have a page for each operation. */
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

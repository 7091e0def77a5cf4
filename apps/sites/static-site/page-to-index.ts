/** A page as it is indexed, with everything that its visitor sees of it. */
export interface PageToIndex {
  title: string;
  linkTitle: string | undefined;
  /** The title in its document, if that is another one. */
  documentTitle: string | undefined;
  description: string;
  path: string;
  href: string;
  crumbs: string[];
  /** The titles above it, as they are indexed. */
  above: readonly string[];
  sections: readonly SectionToIndex[];
  /** Whether it is computed from a spec. */
  isComputed?: boolean;
  /** Of an operation, webhook or schema, which is a result of its own: the title of its page. */
  titleOfPage?: string;
}

export interface SectionToIndex {
  title: string;
  fragment: string;
  line: string;
}

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
  sections: readonly SectionToIndex[];
}

export interface SectionToIndex {
  title: string;
  fragment: string;
  line: string;
  /** For a part of a spec: further words by which it is found, which are not shown. */
  words?: string;
}

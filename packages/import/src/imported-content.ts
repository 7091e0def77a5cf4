/**
 * The types that all import formats share: the files that a format reads, and the content that it produces. A format
 * does not know spaces: its pages refer to each other, and to files, by paths in the source, which the import turns
 * into ids.
 */

/** The files of a source: an unpacked archive, a folder, a clone. They do not change while an import reads them. */
export interface ImportFiles {
  /** Normalized, relative, with `/` between the parts, sorted; regular files only, none outside of the source. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** Returns the size in bytes. Throws if there is no such file. */
  sizeOf(path: string): number;
  /** Throws if there is no such file. */
  readBytes(path: string): Promise<Buffer>;
  /**
   * Decodes a page of HTML as browsers do, and other files as UTF-8, or as UTF-16 if there is its byte order mark. Invalid
   * bytes become U+FFFD.
   */
  readText(path: string): Promise<string>;
}

interface ImportedPageFields {
  /**
   * Identifies the page in the source: the path of its file, or an invented one if it has no file. Links of other pages
   * name it by this path. Unique in the content.
   */
  path: string;
  title: string;
  /** The label in the table of contents, if it differs from the title. */
  linkTitle?: string | undefined;
  /** A condition in the table of contents that hides the page from visitors, as it is written. */
  condition?: string | undefined;
  /** One emoji as text, such as 🚀. */
  emoji?: string | undefined;
  /** In their order in the table of contents. */
  children: ImportedPage[];
}

export interface ImportedDocument extends ImportedPageFields {
  kind: 'document';
  /**
   * The text in our Markdown dialect. It may begin with front matter and with the title as a heading; missing fields
   * are added from those below. Relative targets of links and images are resolved against the folder of `path`, and
   * those that begin with `/` against the root of the source; URLs stay unchanged. Each may name a page, an alias or a
   * file, with an anchor.
   */
  markdown: string;
  description?: string | undefined;
  /** The name of a Font Awesome icon. */
  icon?: string | undefined;
  /** The last part of the path of the page; derived from the title if absent. */
  slug?: string | undefined;
  tags?: readonly string[] | undefined;
  /** Hides the page from the table of contents. */
  isHidden?: boolean | undefined;
  /** A URL, or a file by its path in the source. */
  cover?: string | undefined;
  /**
   * Other names by which links lead to the page: paths in the source, absolute URLs, and ids of the source's product in
   * any form with a scheme, such as `notion:0123…`. Compared without regard to case and percent-encoding.
   */
  aliases?: readonly string[] | undefined;
}

interface ImportedGroup extends ImportedPageFields {
  kind: 'group';
  slug?: string | undefined;
}

export interface ImportedLink extends ImportedPageFields {
  kind: 'link';
  /** A URL, or a page as links in Markdown name it, relative to the root of the source. */
  target: string;
}

export type ImportedPage = ImportedDocument | ImportedGroup | ImportedLink;

/** A file of the source that becomes a file of the space, because a page refers to it or the format keeps it. */
export interface ImportedFile {
  /** Its path in the source; an invented one if `bytes` are given. */
  path: string;
  /** The bytes of a file that is embedded in another one, such as an image in a page. */
  bytes?: Uint8Array | undefined;
  /** The name that readers see; the last part of the path if absent. */
  name?: string | undefined;
}

/** Content that several pages include. Pages name it by its path: `{% include "path" %}`. */
export interface ImportedReusable {
  path: string;
  title: string;
  markdown: string;
}

/** Something that was not imported, or not as its author intended. The import continues. */
export interface ImportProblem {
  /** The place in the source: a path or a URL. */
  path: string;
  /** Counted from 1. */
  line?: number | undefined;
  /** For programs, and never changed: `unsupported-element`, `missing-file`. */
  reason: string;
  /** For people: what happened, in one sentence. */
  message: string;
}

export interface ImportedContent {
  /** The top level of the table of contents. */
  pages: ImportedPage[];
  /** Besides these, every file that a page links to or shows is imported. */
  files: ImportedFile[];
  reusables: ImportedReusable[];
  problems: ImportProblem[];
}

export interface ConvertOptions {
  /** The name of the source, such as that of the archive without its extension. For titles that have no better one. */
  sourceName: string;
  /** The address of the source, if it has one. */
  sourceUrl?: string | undefined;
}

/** A kind of export or repository. Formats run in a thread, so they can use only their arguments. */
export interface ImportFormat {
  /** The value of `format` in requests. */
  name: string;
  /** For people: `Docusaurus`. */
  label: string;
  /**
   * Whether the files are certainly of this format, because of a file that only this format has. A format without this
   * function is used only if the request names it.
   */
  detect?(files: ImportFiles): boolean | Promise<boolean>;
  /** The files that decide for `detect`; if absent, those that make folders documentation of this format. */
  findDeciding?(files: ImportFiles): string[] | Promise<string[]>;
  convert(files: ImportFiles, options: ConvertOptions): Promise<ImportedContent>;
}

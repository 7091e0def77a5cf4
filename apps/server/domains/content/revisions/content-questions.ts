/** The questions of reads of content: their flags, and the names under which responses are cached. */
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { ViewFlags } from '../../../content/revisions/revision-view.ts';
import type { Evaluated } from './adaptive-reads.ts';
import type { Question } from './answer-questions.ts';
import type { DocumentPlace, PageOptions } from './content-reads.ts';
import type { DocumentOptions } from './document-reads.ts';

interface Flags {
  metadata?: boolean;
  computed?: boolean;
}

interface DocumentFlags {
  dereferenced?: string;
  evaluated?: Evaluated;
}

type PageFlags = Flags &
  DocumentFlags & { format?: 'document' | 'markdown'; 'format.markdown.refs'?: 'relative' | 'stable' };

export const flagsOf = ({ metadata = true, computed = true }: Flags): ViewFlags => ({
  hasGit: metadata,
  isComputed: computed,
});

export const isDereferenced = ({ dereferenced = 'false' }: DocumentFlags): boolean =>
  dereferenced !== 'false';

export const pageOptionsOf = (query: PageFlags): PageOptions => ({
  format: query.format ?? 'document',
  references: query['format.markdown.refs'] ?? 'relative',
  isDereferenced: isDereferenced(query),
});

export const flagKey = (flags: ViewFlags): string =>
  `${flags.hasGit ? 'g' : ''}${flags.isComputed ? 'c' : ''}`;
export const optionKey = (options: PageOptions): string =>
  `${options.format}/${options.isDereferenced}/${options.format === 'markdown' ? options.references : ''}`;

interface DocumentQuestion {
  /** Names the question, with all options but how it is evaluated. */
  name: string;
  /** Whether it can be that of a reusable content by itself. */
  hasContent?: boolean;
  isComputed?: boolean;
  flags: DocumentFlags;
  place(open: OpenRevision): DocumentPlace;
  make(open: OpenRevision, options: DocumentOptions): Promise<object>;
}

/** A question about a document, which can be evaluated. */
export const ofDocument = ({
  name,
  hasContent = false,
  isComputed = false,
  flags,
  place,
  make,
}: DocumentQuestion): Question => ({
  name,
  hasContent,
  isComputed,
  evaluated: flags.evaluated,
  document: (open) => ({ ...place(open), isDereferenced: isDereferenced(flags) }),
  make: (open, outcomes) => make(open, { isDereferenced: isDereferenced(flags), outcomes }),
});

import type { GitBlob } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import type { ContentRef } from '@lectern/markdown/content-ref';
import type { RevertedBlocks } from '@lectern/markdown/revert-blocks';
import type { NewBlob } from '../../../content/files/blobs.repository.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { NewFile } from './content-changes.schemas.ts';
import type { InspectedEdit, PageSourceEdit } from './edit-source.ts';

/** The tools for applying one change to the draft. */
export interface EditTools {
  /** Names the change in errors: `changes.2`. */
  path: string;
  now: Date;
  /** Whether the search index follows the line that is edited. */
  isIndexed: boolean;
  /** Edits a source; in a thread if it is large. */
  editSource(edit: PageSourceEdit): Promise<InspectedEdit>;
  /** Brings blocks of a source back; in a thread if it is large. */
  revertBlocks(sources: { old: string; current: string }, keys: ReadonlySet<string>): Promise<RevertedBlocks>;
  /** Resolves the targets of a source as in the documents that readers get. */
  resolveTargets(owner: { git?: GitBlob }, source: string): Promise<ReadonlyMap<string, ContentRef>>;
  /** The source of a page of another revision. */
  readStored(open: OpenRevision, entry: { document?: Hash }, path: string): Promise<string>;
  /** The bytes of a file that a change sends or names. */
  receiveFile(file: NewFile, path: string): Promise<Buffer>;
  /** A file that was uploaded before. `name` decides between kinds of text. */
  findUpload(uploadId: string, name: string, path: string): Promise<NewBlob>;
  /** Opens the revision that a page is reverted to. */
  openRevision(revisionId: string | undefined, path: string): Promise<OpenRevision>;
}

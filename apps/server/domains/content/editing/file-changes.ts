import type { FileEntry } from '@lectern/content/tree/entries';
import { hashOf } from '@lectern/content/tree/hash';
import { newId } from '@lectern/std/ids';
import { describeMedia } from '../../../content/files/media-type.ts';
import type { ChangeOf, NewFile } from './content-changes.schemas.ts';
import type { ContentDraft } from './content-draft.ts';
import type { EditTools } from './edit-tools.ts';
import { changeRefused } from './editing-errors.ts';

export async function insertFiles(
  draft: ContentDraft,
  { files }: ChangeOf<'insert_files'>,
  tools: EditTools,
): Promise<void> {
  for (const [index, file] of files.entries()) {
    const path = `${tools.path}.files.${index}`;
    const received = await receive(draft, file.name, file, path, tools);
    const isNew = file.upload !== undefined && draft.findFile(file.upload) === undefined;
    const id = isNew ? (file.upload as string) : newId();
    const entry = { id, name: file.name, ...received };
    draft.nameRef(file.ref, { kind: 'file', id: entry.id }, `${path}.ref`);
    draft.setFile(entry.id, entry);
    draft.insertedFiles.push(entry);
  }
}

export async function updateFile(
  draft: ContentDraft,
  change: ChangeOf<'update_file'>,
  tools: EditTools,
): Promise<void> {
  const before = getFile(draft, change.file, `${tools.path}.file`);
  const name = change.name ?? before.name;
  const hasBytes = [change.upload, change.url, change.base64].some((one) => one !== undefined);
  const { dimensions: _dimensions, ...kept } = before;
  const after: FileEntry = hasBytes
    ? { ...kept, name, ...(await receive(draft, name, change, tools.path, tools)) }
    : { ...before, name };
  draft.setFile(before.id, after);
}

export function deleteFile(
  draft: ContentDraft,
  { file }: ChangeOf<'delete_file'>,
  { path }: EditTools,
): void {
  getFile(draft, file, `${path}.file`);
  draft.setFile(file, undefined);
}

function getFile(draft: ContentDraft, fileId: string, path: string): FileEntry {
  const file = draft.findFile(fileId);
  if (!file) throw changeRefused(path, 'is not a file of this revision');
  return file;
}

async function receive(
  draft: ContentDraft,
  name: string,
  file: NewFile,
  path: string,
  { receiveFile, findUpload }: EditTools,
): Promise<Pick<FileEntry, 'contentType' | 'size' | 'blob' | 'dimensions'>> {
  if (file.upload !== undefined && file.url === undefined && file.base64 === undefined) {
    const uploaded = await findUpload(file.upload, name, `${path}.upload`);
    draft.blobs.push({ blob: uploaded, bytes: undefined, path: `${path}.upload` });
    draft.uploadIds.add(file.upload);
    const { hash, ...facts } = uploaded;
    return { blob: hash, ...facts };
  }
  const bytes = await receiveFile(file, path);
  const { contentType, dimensions } = await describeMedia(name, bytes);
  const blob = hashOf(bytes);
  const facts = { contentType, size: bytes.length, ...(dimensions ? { dimensions } : {}) };
  draft.blobs.push({ blob: { hash: blob, ...facts }, bytes, path });
  return { blob, ...facts };
}

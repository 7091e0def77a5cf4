import { writeFile } from 'node:fs/promises';
import { ApiError } from '@lectern/client/api-error';
import type { Client } from '@lectern/client/client';
import { shortenText } from '@lectern/std/cut-text';
import type { Config } from '../../server/platform/config.ts';
import { connectToApi, describeApiError, explainApiErrors, type WithClient } from './api-client.ts';
import { CommandError } from './command-error.ts';
import {
  createEditedFile,
  type EditRecord,
  hasConflictMarkers,
  mergeTexts,
  readEdited,
  readRecord,
  removeEditedFile,
  writeRecord,
} from './edited-file.ts';
import { chooseEditor, openEditor } from './open-editor.ts';
import { parseCommand } from './parse-command.ts';
import { changeContent, findChangeRequest, findPage, findSpaceByName, openContent } from './space-content.ts';

interface Names {
  space: string;
  page: string;
  /** Whether the page may become empty. */
  allowsEmpty: boolean;
}

interface Edit {
  file: string;
  record: EditRecord;
}

const SHOWN_TEXT = 300;
/** Text of a page must not control the terminal. */
const CONTROL = /\p{Cc}+/gu;

/** `edit`: opens a page in the editor, and saves what changed. */
export async function editPage(config: Config, args: string[]): Promise<number> {
  const { all, options } = parseCommand('edit', args);
  const [space, page] = all;
  if (space === undefined || page === undefined)
    throw new CommandError('Specify a space and a page: lectern edit <space> <page>.');
  const { file: resumed, subject, 'change-request': changeRequest } = options;
  if (subject !== undefined && changeRequest !== 'new')
    throw new CommandError('--subject has no effect without --change-request new.');
  if (resumed !== undefined && changeRequest !== undefined)
    throw new CommandError(
      '--change-request has no effect with --file: the text is saved where it was opened.',
    );
  const withClient = connectToApi(config, options);
  const names = { space, page, allowsEmpty: options['allow-empty'] !== undefined };
  if (resumed !== undefined) return resume(withClient, names, resumed);
  chooseEditor();
  const edit = await explainApiErrors(() =>
    withClient((client) => open(client, names, { changeRequest, subject })),
  );
  return editAndSave(withClient, names, edit);
}

async function open(
  client: Client,
  names: Names,
  { changeRequest, subject }: { changeRequest: string | undefined; subject: string | undefined },
): Promise<Edit> {
  const space = await findSpaceByName(client, names.space);
  const isNew = changeRequest === 'new';
  const changeRequestId =
    changeRequest === undefined || isNew
      ? undefined
      : await findChangeRequest(client, space.id, changeRequest);
  const content = await openContent(client, space.id, changeRequestId);
  const page = findPage(content, names.page);
  const record: EditRecord = {
    spaceId: space.id,
    pageId: page.id,
    title: page.title,
    revisionId: content.revisionId,
    source: await readMarkdown(client, space.id, content.revisionId, page.id),
    ...(changeRequestId === undefined ? {} : { changeRequestId }),
    ...(isNew ? { subject: subject ?? `Edit ${page.title}` } : {}),
  };
  return { record, file: await createEditedFile(page.path.split('/').at(-1) ?? '', record) };
}

/** Saves a text that could not be saved before; after a conflict, opens the editor with both texts first. */
async function resume(withClient: WithClient, names: Names, path: string): Promise<number> {
  const { file, record } = await readRecord(path);
  const current = await explainApiErrors(() =>
    withClient(async (client) => {
      const space = await findSpaceByName(client, names.space);
      const content = await openContent(client, space.id, record.changeRequestId);
      const { id } = findPage(content, names.page);
      if (space.id !== record.spaceId || id !== record.pageId)
        throw new CommandError(`${file} has the text of another page, “${record.title}”.`);
      const { revisionId } = content;
      return { revisionId, source: await readMarkdown(client, space.id, revisionId, id) };
    }),
  );
  const text = await readEdited(file, record);
  if (record.isConflict) {
    chooseEditor();
    const { isConflict: _, ...rest } = record;
    const merged = await mergeTexts({ yours: text, base: record.source, others: current.source });
    await writeFile(file, merged);
    const edit = { file, record: { ...rest, ...current } };
    await writeRecord(file, edit.record);
    return editAndSave(withClient, names, edit);
  }
  return hasConflictMarkers(text)
    ? editAndSave(withClient, names, { file, record })
    : saveText(withClient, names, { file, record });
}

async function editAndSave(withClient: WithClient, names: Names, edit: Edit): Promise<number> {
  const { file, record } = edit;
  const report = (): void => console.error(`lectern: Your text is in ${file}.`);
  process.once('exit', report);
  const code = await openEditor(file).finally(() => process.off('exit', report));
  const text = await readEdited(file, record);
  const isChanged = text !== record.source;
  if (code !== 0) {
    const sentence = `The editor exited with ${code}, so nothing was saved.`;
    if (isChanged) throw kept(names, file, sentence);
    await removeEditedFile(file);
    throw new CommandError(sentence);
  }
  if (hasConflictMarkers(text) && !hasConflictMarkers(record.source))
    throw kept(
      names,
      file,
      'Nothing was saved: the text still has places with both versions, between <<<<<<< and >>>>>>>.',
    );
  return saveText(withClient, names, edit);
}

/** Saves the text of the file. If that fails, for whatever reason, the file stays. */
async function saveText(withClient: WithClient, names: Names, { file, record }: Edit): Promise<number> {
  const markdown = await readEdited(file, record);
  if (markdown === record.source) {
    await removeEditedFile(file);
    console.log('Nothing has changed.');
    return 0;
  }
  if (markdown.trim() === '' && record.source.trim() !== '' && !names.allowsEmpty)
    throw kept(names, file, 'Nothing was saved: the text is empty. Use --allow-empty to save it.');
  try {
    console.log(await withClient((client) => save(client, file, record, markdown)));
  } catch (error) {
    const isConflict = error instanceof ApiError && error.reason === 'edit-conflicts';
    if (isConflict) {
      await writeRecord(file, { ...(await readRecord(file)).record, isConflict });
      throw kept(names, file, describeConflicts(error));
    }
    const description = describeApiError(error);
    if (description === undefined) {
      console.error(`lectern: The text was not saved. It is in ${file}.`);
      throw error;
    }
    throw kept(names, file, `The text was not saved. ${description}`);
  }
  await removeEditedFile(file);
  return 0;
}

async function save(client: Client, file: string, record: EditRecord, markdown: string): Promise<string> {
  const { spaceId, pageId, title, revisionId, subject } = record;
  const changes = [{ operation: 'update_page', page: pageId, document: { markdown } }];
  let { changeRequestId } = record;
  if (subject !== undefined && changeRequestId === undefined) {
    // At the revision that was opened: what others changed is merged when the change request is.
    const created = await client.post('/v1/spaces/{spaceId}/change-requests', {
      path: { spaceId },
      body: { subject, revision: revisionId },
    });
    changeRequestId = created.id;
    await writeRecord(file, { ...record, changeRequestId });
  }
  if (changeRequestId === undefined) {
    const { id } = await client.get('/v1/spaces/{spaceId}/content', { path: { spaceId } });
    await changeContent(client, { spaceId, changeRequestId, revisionId }, changes);
    return id === revisionId
      ? `Saved “${title}”.`
      : `Saved “${title}”, merged with what others have changed in the space.`;
  }
  await changeContent(client, { spaceId, changeRequestId, revisionId }, changes);
  const { number, urls } = await client.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
    path: { spaceId, changeRequestId },
  });
  return `Saved “${title}” in change request ${number}: ${urls.app}`;
}

async function readMarkdown(
  client: Client,
  spaceId: string,
  revisionId: string,
  pageId: string,
): Promise<string> {
  const page = await client.get('/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}', {
    path: { spaceId, revisionId, pageId },
    query: { format: 'markdown', metadata: false },
  });
  return (page as { markdown?: string }).markdown ?? '';
}

function describeConflicts({ details }: ApiError): string {
  const listed = (details as readonly { path: string; ours?: unknown; theirs?: unknown }[]).map(
    ({ path, ours, theirs }) => `  ${path}\n    yours:  ${shorten(ours)}\n    others: ${shorten(theirs)}`,
  );
  return [
    'Nothing was saved: others have changed the same places since you opened the page. The next command opens the editor with both texts.',
    ...listed,
  ].join('\n');
}

function shorten(value: unknown): string {
  if (value === null || value === undefined) return '(removed)';
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(CONTROL, ' ').trim();
  return shortenText(text, SHOWN_TEXT);
}

const kept = ({ space, page }: Omit<Names, 'allowsEmpty'>, file: string, sentence: string): CommandError =>
  new CommandError(
    `${sentence}\nYour text is in ${file}. To go on, run:\n  lectern edit ${quote(space)} ${quote(page)} --file ${quote(file)}`,
  );

/** As a shell reads it. */
const quote = (word: string): string =>
  /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

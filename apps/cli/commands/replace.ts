import type { Client } from '@lectern/client/client';
import type { Search, TargetChanges } from '@lectern/markdown/find-replacements';
import type { Part } from '@lectern/markdown/list-texts';
import { matchesBranch } from '../../server/domains/git/connection/branch-pattern.ts';
import type { Config } from '../../server/platform/config.ts';
import { connectToApi, explainApiErrors } from './api-client.ts';
import { applyReplacements, type Failure } from './apply-replacements.ts';
import { CommandError } from './command-error.ts';
import { searchPage, searchReusableContent } from './find-replacements.ts';
import { createMatcher } from './match-texts.ts';
import { parseCommand } from './parse-command.ts';
import { printReplacements } from './print-replacements.ts';
import { findChangeRequest, findSpaceByName, type OpenContent, openContent } from './space-content.ts';

const PARTS: Record<string, readonly Part[]> = {
  text: ['text'],
  code: ['code'],
  links: ['links'],
  labels: ['labels'],
  all: ['text', 'code', 'links', 'labels'],
};
/** Reads at the same time. */
const READERS = 4;

/** `replace`: shows what a replacement would change in the pages of a space, or makes it. */
export async function replaceText(config: Config, args: string[]): Promise<number> {
  const { all, options } = parseCommand('replace', args);
  const [spaceName, pattern, replacement] = all;
  if (spaceName === undefined || pattern === undefined || replacement === undefined)
    throw new CommandError(
      'Specify a space, a pattern and a text: lectern replace <space> <pattern> <text>.',
    );
  const parts = PARTS[options.in ?? 'text'];
  if (!parts) throw new CommandError('--in must be text, code, links, labels or all.');
  const { subject, 'change-request': changeRequest } = options;
  if (subject !== undefined && changeRequest !== 'new')
    throw new CommandError('--subject has no effect without --change-request new.');
  const search: Search = {
    match: createMatcher({
      pattern,
      replacement,
      isRegex: options.regex !== undefined,
      ignoresCase: options['ignore-case'] !== undefined,
      isWholeWord: options['whole-word'] !== undefined,
    }),
    parts: new Set(parts),
    includesTitles: options.titles !== undefined,
  };
  const isApplied = options.apply !== undefined;
  const withClient = connectToApi(config, options);
  return explainApiErrors(() =>
    withClient(async (client) => {
      const { id: spaceId } = await findSpaceByName(client, spaceName);
      const isNew = changeRequest === 'new';
      const changeRequestId =
        changeRequest === undefined || isNew
          ? undefined
          : await findChangeRequest(client, spaceId, changeRequest);
      const content = await openContent(client, spaceId, changeRequestId);
      const targets = await searchContent(client, content, search, options.path);
      let failures: Failure[] = [];
      let url: string | undefined;
      if (isApplied && targets.length > 0) {
        let into = content;
        if (isNew) {
          // At the revision that was read: what others changed is merged when the change request is.
          const created = await client.post('/v1/spaces/{spaceId}/change-requests', {
            path: { spaceId },
            body: { subject: subject ?? `Replace ${pattern}`, revision: content.revisionId },
          });
          into = { ...content, changeRequestId: created.id };
          url = created.urls.app;
        }
        failures = await applyReplacements(client, into, targets);
      }
      printReplacements({ targets, failures, isApplied, url, asJson: options.json !== undefined });
      return failures.length > 0 ? 1 : 0;
    }),
  );
}

/** Searches all pages, in the order of the table of contents, and then the reusable contents. */
async function searchContent(
  client: Client,
  content: OpenContent,
  search: Search,
  glob: string | undefined,
): Promise<TargetChanges[]> {
  const pages = content.pages.filter(({ path }) => glob === undefined || matchesBranch(glob, path));
  const found = await inParallel(pages, (page) => searchPage(client, content, page, search));
  const reusable = glob === undefined ? content.reusableContents : [];
  found.push(...(await inParallel(reusable, (one) => searchReusableContent(client, content, one, search))));
  return found.filter((target) => target !== undefined);
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const workOff = async (): Promise<void> => {
    for (let n = next++; n < items.length; n = next++) results[n] = await work(items[n] as Item);
  };
  await Promise.all(Array.from({ length: READERS }, workOff));
  return results;
}

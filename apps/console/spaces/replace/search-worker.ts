/**
 * Searches pages in a thread of its own. Nothing can interrupt a regular expression, and some take forever on a text:
 * the view ends the thread then.
 */
import { createFinder } from '@lectern/markdown/find-in-text';
import { type Search, searchPageSource, searchReusableNodes } from '@lectern/markdown/find-replacements';
import type { WorkerRequest, WorkerResponse } from './searcher-messages.ts';

let search: Search | undefined;

function respond(request: WorkerRequest): WorkerResponse {
  if ('pattern' in request) {
    const { parts, includesTitles, ...pattern } = request.pattern;
    const find = createFinder(pattern);
    search = { match: (texts) => texts.map(find), parts: new Set(parts), includesTitles };
    return { isReady: true };
  }
  if (!search) throw new Error('The pattern comes first.');
  const { searched } = request;
  const target =
    searched.kind === 'page'
      ? searchPageSource(searched.page, searched.source, search)
      : searchReusableNodes(searched.page, searched.nodes, search);
  return { target };
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  let response: WorkerResponse;
  try {
    response = respond(data);
  } catch (error) {
    response = { error: String(error) };
  }
  postMessage(response);
});

/** Writes the reader's own server into the samples of the page. It is kept only until the reader leaves the page. */

import type { TriedOperation } from '@lectern/render/tried-operation';
import { parseUrl } from '@lectern/std/parse-url';
import { all } from './dom.ts';

/** The address that now stands in the samples instead of that of a server. */
const replaced = new Map<string, string>();

export function changeSamples({ servers: [server] }: TriedOperation, own: string | undefined): void {
  if (!server) return;
  const known = withoutSlash(
    server.variables.reduce((url, { name, value }) => url.replaceAll(`{${name}}`, value), server.url),
  );
  const now = replaced.get(known) ?? known;
  const next = own === undefined ? known : readOwn(own);
  if (next === undefined || next === now) return;
  replaced.set(known, next);
  for (const code of all(document, '.api pre code, .api-server')) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.nodeValue?.includes(now)) node.nodeValue = node.nodeValue.replaceAll(now, next);
  }
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

/** A text that is no address, or that could be code where a sample is pasted, is not written into samples. */
function readOwn(text: string): string | undefined {
  if (!/^https?:\/\/[\w\-.~:/[\]@%]+$/i.test(text)) return undefined;
  return parseUrl(text) && withoutSlash(text);
}

import { decodeComponent } from '@lectern/std/decode-component';
import { isId } from '@lectern/std/ids';
import { parseUrl } from '@lectern/std/parse-url';

/** An address that leads into the app: of this instance, or of the service whose dialect documents are written in. */
export interface InAppAddress {
  /** Undefined: it leads to something else than the content of a space. */
  spaceId: string | undefined;
  /** The id of a page or its path; empty for the space itself. */
  page: string;
  anchor: string | undefined;
}

const OTHER_APP = /^(?:https?:)?\/\/app\.gitbook\.com(?:[/?#:]|$)/i;
const IS_WEB = /^(?:https?:)?\/\//i;

/** Undefined if it is not an address inside the app. */
export function readInAppAddress(raw: string, baseUrl: string): InAppAddress | undefined {
  const text = raw.trim();
  if (!IS_WEB.test(text)) return undefined;
  const isOther = OTHER_APP.test(text);
  if (!isOther && !text.includes('/app')) return undefined;
  const url = parseUrl(text, baseUrl);
  if (!url) return undefined;
  if (isOther) return readPath(url.pathname, url.hash);
  const base = new URL(baseUrl);
  const app = `${base.pathname.replace(/\/$/, '')}/app`;
  if (url.origin !== base.origin || !`${url.pathname}/`.startsWith(`${app}/`)) return undefined;
  return readPath(url.pathname.slice(app.length), url.hash);
}

/**
 * Returns the space to which an address would lead if its host were that of the app. It is used to find documents that
 * may refer to other spaces, independently of the address of this instance.
 */
export function readMentionedSpace(raw: string): string | undefined {
  const text = raw.trim();
  // Parsing every web address of a large import as a URL would take a second.
  if (!/\/s\/[0-9a-f-]{36}/.test(text) || !IS_WEB.test(text)) return undefined;
  const path = parseUrl(text, 'https://app')?.pathname;
  return path === undefined ? undefined : /\/s\/([0-9a-f-]{36})(?:\/|$)/.exec(path)?.filter(isId)[0];
}

/** `/s/SPACE/…` or `/o/ORGANIZATION/s/SPACE/…`. */
function readPath(path: string, hash: string): InAppAddress {
  const parts = path.split('/').filter((part) => part !== '');
  const [kind, spaceId, ...rest] = parts[0] === 'o' ? parts.slice(2) : parts;
  // Revisions and change requests are for those who work on the space.
  const isContent = kind === 's' && spaceId !== undefined && rest[0] !== '~' && rest[0] !== 'revisions';
  return {
    spaceId: isContent ? spaceId : undefined,
    page: isContent ? decodeComponent(rest.join('/')) : '',
    anchor: hash.length > 1 ? decodeComponent(hash.slice(1)) : undefined,
  };
}

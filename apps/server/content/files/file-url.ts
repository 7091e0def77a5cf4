import { createHmac, timingSafeEqual } from 'node:crypto';

/** The values to which a file capability is bound, besides the blob. */
export interface FileAddress {
  spaceId: string;
  fileId: string;
  /** The space's counter; raising it revokes every address of the space's files. */
  fileEpoch: number;
}

const HASH_BYTES = 32;
const MAC_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{64}$/;
const MAX_NAME_LENGTH = 600;

/**
 * The address of a file on the sites origin: `<sitesUrl>/files/<spaceId>/<fileId>/<token>/<name>`. The same arguments
 * always give the same address, and it does not expire. The token is the blob's hash with a MAC over it and everything
 * in `FileAddress`, so that neither a hash nor another file's token opens anything. The name is for people only.
 */
export function fileDownloadUrl(
  file: FileAddress & { sitesUrl: string; key: Buffer; blobHash: Buffer; name: string },
): string {
  if (file.blobHash.length !== HASH_BYTES) throw new TypeError('A blob is named by 32 bytes.');
  const token = Buffer.concat([file.blobHash, macOf(file, file.blobHash, file.key)]).toString('base64url');
  const origin = file.sitesUrl.replace(/(?<!\/)\/+$/, '');
  return `${origin}/files/${file.spaceId}/${file.fileId}/${token}/${encodeFileName(file.name)}`;
}

/**
 * The hash of the blob that a token was made for; undefined when it was made for another file, space or epoch, under
 * none of the keys, or is not a token. Takes the same time for every token of the right form.
 */
export function openFileUrl(
  file: FileAddress & { keys: readonly Buffer[]; token: string },
): Buffer | undefined {
  if (!TOKEN.test(file.token)) return undefined;
  const token = Buffer.from(file.token, 'base64url');
  const blobHash = token.subarray(0, HASH_BYTES);
  let isGenuine = false;
  for (const key of file.keys) {
    if (timingSafeEqual(token.subarray(HASH_BYTES), macOf(file, blobHash, key))) isGenuine = true;
  }
  return isGenuine ? blobHash : undefined;
}

function macOf({ spaceId, fileId, fileEpoch }: FileAddress, blobHash: Buffer, key: Buffer): Buffer {
  // JSON keeps the parts apart; the first one keeps this use of the key apart from any other.
  const bound = JSON.stringify(['file address 1', spaceId, fileId, fileEpoch, blobHash.toString('hex')]);
  return createHmac('sha256', key).update(bound).digest().subarray(0, MAC_BYTES);
}

/** A name as one path segment that URL parsers, Markdown and HTML leave alone, never `.`, `..` or empty. */
function encodeFileName(name: string): string {
  const characters = [...name.replace(/[/\\]/g, '_').replace(/\p{Surrogate}/gu, '\ufffd')];
  const encoded = characters.map(encodeCharacter);
  const full = encoded.join('');
  if (full === '' || full === '.' || full === '..') return 'file';
  if (full.length <= MAX_NAME_LENGTH) return full;
  // Keep the extension: what saves the file goes by it.
  const dot = characters.lastIndexOf('.');
  const extension = dot > 0 ? encoded.slice(dot).join('') : '';
  const ending = extension.length <= MAX_NAME_LENGTH / 4 ? extension : '';
  let start = '';
  for (const character of encoded) {
    if (start.length + character.length + ending.length > MAX_NAME_LENGTH) break;
    start += character;
  }
  return start + ending;
}

const encodeCharacter = (character: string): string =>
  encodeURIComponent(character).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

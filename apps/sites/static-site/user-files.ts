import { decodeComponent } from '@lectern/std/decode-component';
import type { BlobStore } from '../../server/platform/storage/blob-store.ts';
import type { FindServedFile } from '../files/find-served-file.ts';
import type { BaseUrl } from './base-url.ts';
import type { OutputFolder } from './output-folder.ts';

/** Behind the origin: see `content/files/file-url.ts`. */
const PATH = /\/files\/([0-9a-f-]{36})\/([0-9a-f-]{36})\/([\w-]{64})\/([\w.~%-]{1,600})/g;
/** Hosts would send these as pages, or as what pages run. The service sends them to be saved. */
const ACTIVE = /\.(?:s?html?|xhtml|xht|mhtml?|xml|xslt?)$/i;
const MAX_NAME_BYTES = 150;

/** Where a text names files: addresses from the root of the host, or whole ones. */
type AddressForm = 'path' | 'url';

/** Gives the files of users that texts name a place among the files of the site. */
export interface UserFiles {
  /** The text with the addresses of the copies, which are written when their address is first found. */
  place(text: string, form: AddressForm): Promise<string>;
}

interface UserFilesParts {
  base: BaseUrl;
  output: OutputFolder;
  blobs: BlobStore;
  /** The origins at which addresses of files begin. */
  origins: readonly string[];
  findServedFile: FindServedFile;
  /** Whether the owner of a file is the site, or a space on it for its visitor. */
  isOnSite(ownerId: string): boolean;
}

export function createUserFiles(parts: UserFilesParts): UserFiles {
  const { base, output, blobs, origins, findServedFile, isOnSite } = parts;
  const placed = new Map<string, Promise<string | undefined>>();
  const written = new Map<string, Promise<void>>();

  /** The path of the copy below the base; undefined for an address that opens nothing here. */
  async function copy(
    ownerId: string,
    fileId: string,
    token: string,
    name: string,
  ): Promise<string | undefined> {
    const file = isOnSite(ownerId) ? await findServedFile(ownerId, fileId, token) : undefined;
    if (!file) return undefined;
    const folder = `~/files/${file.hash.toString('hex').slice(0, 16)}`;
    const own = nameOf(name);
    const path = `${folder}/${own}`;
    // Two spaces can have the same file.
    const writing = written.get(path) ?? write(path, file);
    written.set(path, writing);
    await writing;
    return `${folder}/${encodeURIComponent(own)}`;
  }

  async function write(path: string, file: { organizationId: string; hash: Buffer }): Promise<void> {
    const bytes = await blobs.read(file.organizationId, file.hash);
    if (!bytes) throw new Error(`The blob ${file.hash.toString('hex')} is not in storage.`);
    await output.write(path, bytes);
  }

  return {
    async place(text, form) {
      let result = '';
      let done = 0;
      for (const match of text.matchAll(PATH)) {
        const [address, ownerId = '', fileId = '', token = '', name = ''] = match;
        const at = match.index;
        const origin = origins.find((one) => text.startsWith(one, at - one.length));
        if (origin === undefined) continue;
        const placing = placed.get(address) ?? copy(ownerId, fileId, token, name);
        placed.set(address, placing);
        const path = await placing;
        if (path === undefined) continue;
        const start = form === 'path' ? base.path : base.href;
        result += text.slice(done, at - origin.length) + start + path;
        done = at + address.length;
      }
      return result + text.slice(done);
    },
  };
}

/** A name of one file, that is not too long for any disk, and not one of a page. `written`: by anybody, in a text. */
function nameOf(written: string): string {
  const decoded = decodeComponent(written).replace(/[/\\\p{Cc}]/gu, '_');
  const name = /^\.{0,2}$/.test(decoded) ? 'file' : decoded;
  const harmless = ACTIVE.test(name) ? `${name}.txt` : name;
  if (Buffer.byteLength(harmless) <= MAX_NAME_BYTES) return harmless;
  const dot = harmless.lastIndexOf('.');
  const ending = dot > 0 && harmless.length - dot <= 12 ? harmless.slice(dot) : '';
  let start = '';
  for (const character of harmless) {
    if (Buffer.byteLength(start + character) + ending.length > MAX_NAME_BYTES) break;
    start += character;
  }
  return start + ending;
}

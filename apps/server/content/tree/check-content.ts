import { type Hash, hashOf, hashToBytes } from '@lectern/content/tree/hash';
import { unpack } from './packs.repository.ts';

const readBytes = (field: string | null | undefined): Buffer => Buffer.from((field ?? '').slice(2), 'hex');

/**
 * Compares a row of a document, a node or a pack with the hash that is its key. `fields`: as text, bytes in hexadecimal.
 * Returns what is wrong in words; undefined if nothing is, or if the table has no such key.
 */
export async function checkContentRow(
  table: string,
  columns: readonly string[],
  fields: readonly (string | null)[],
): Promise<string | undefined> {
  const read = (name: string): string | null => fields[columns.indexOf(name)] ?? null;
  if (table === 'document' && !isNamedBy(readBytes(read('hash')), readBytes(read('source'))))
    return `The document ${readBytes(read('hash')).toString('hex')} does not have the content that its hash names.`;
  if (table === 'tree_node' && !isNamedBy(readBytes(read('hash')), read('node') ?? ''))
    return `The node ${readBytes(read('hash')).toString('hex')} does not have the content that its hash names.`;
  if (table === 'content_pack' && !(await isPackWhole(readBytes(read('content')), read('keys') ?? '{}')))
    return `The pack ${read('pack_id')} of earlier edits does not have the content that its keys name.`;
  return undefined;
}

const isNamedBy = (hash: Buffer, content: string | Buffer): boolean =>
  hashToBytes(hashOf(content)).equals(hash);

async function isPackWhole(content: Buffer, keys: string): Promise<boolean> {
  const named = keys.slice(1, -1).split(',').filter(Boolean);
  const items = await unpack(content).catch(() => []);
  const firstBytes = (hash: Hash): string => hashToBytes(hash).readBigInt64BE().toString();
  return items.length === named.length && items.every((item, at) => firstBytes(hashOf(item)) === named[at]);
}

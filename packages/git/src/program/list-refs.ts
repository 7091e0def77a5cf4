import type { ReachableRemote } from './preflight.ts';
import type { RemoteAccess } from './remote-fetch.ts';
import { basicAuthorization } from './remote-url.ts';

const FLUSH = '0000';
const DELIMITER = '0001';

/** A line of Git's wire format: its length in hexadecimal, with those four characters, and the text. */
const packetOf = (text: string): string =>
  `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`;

/**
 * Lists the branches of a remote with the `ls-refs` command of version 2 of Git's protocol, without starting a process.
 * Undefined if the host does not respond as expected, so that Git itself must list them.
 * Source: https://git-scm.com/docs/protocol-v2
 */
export async function listRefsOverHttp(
  remote: ReachableRemote,
  prefix: string,
  {
    network,
    timeoutMs,
    maxBytes,
    signal,
  }: Pick<RemoteAccess, 'network' | 'maxBytes'> & {
    timeoutMs: number;
    signal?: AbortSignal | undefined;
  },
): Promise<Map<string, string> | undefined> {
  if (!remote.listsRefs) return undefined;
  const asked = [
    packetOf('command=ls-refs\n'),
    packetOf(`object-format=${remote.objectFormat}`),
    DELIMITER,
    packetOf(`ref-prefix ${prefix}\n`),
    FLUSH,
  ].join('');
  try {
    const { status, body } = await network.fetch(`${remote.url}/git-upload-pack`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-git-upload-pack-request',
        accept: 'application/x-git-upload-pack-result',
        'user-agent': 'git/2.39 (lectern)',
        'git-protocol': 'version=2',
        ...(remote.credentials ? { authorization: basicAuthorization(remote.credentials) } : {}),
      },
      body: asked,
      returnsRedirects: true,
      maxBytes,
      timeoutMs,
      ...(signal ? { signal } : {}),
    });
    return status === 200 ? parseRefs(body) : undefined;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

/** Undefined unless the answer is complete and consists of refs alone. */
function parseRefs(body: Buffer): Map<string, string> | undefined {
  const refs = new Map<string, string>();
  for (let at = 0; at + 4 <= body.length; ) {
    const head = body.toString('latin1', at, at + 4);
    if (head === FLUSH) return refs;
    const length = /^[0-9a-f]{4}$/i.test(head) ? Number.parseInt(head, 16) : 0;
    if (length <= 4 || at + length > body.length) return undefined;
    const line = body.toString('utf8', at + 4, at + length);
    const [, oid, name] = /^([0-9a-f]{40}|[0-9a-f]{64}) (\S+)(?: .*)?\n?$/.exec(line) ?? [];
    if (oid === undefined || name === undefined) return undefined;
    refs.set(name, oid);
    at += length;
  }
  return undefined;
}

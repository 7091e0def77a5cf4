import { GitError } from './git-error.ts';

export interface TreeEntry {
  /** From the repository's root; a name that is not UTF-8 contains U+FFFD and has `isUtf8: false`. */
  path: string;
  isUtf8: boolean;
  kind: 'file' | 'symlink' | 'submodule';
  oid: string;
  /** In bytes; 0 for submodules. */
  size: number;
}

export interface TreeChange {
  kind: 'added' | 'modified' | 'deleted' | 'renamed';
  /** The present path; for a deleted file, its last one. */
  path: string;
  /** The former path of a renamed file. */
  oldPath?: string;
  oid: string;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeName(bytes: Buffer): { text: string; isUtf8: boolean } {
  try {
    return { text: strictUtf8.decode(bytes), isUtf8: true };
  } catch {
    return { text: bytes.toString('utf8'), isUtf8: false };
  }
}

function* splitNul(output: Buffer): Generator<Buffer> {
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(0, start);
    if (end === -1) throw unreadable();
    yield output.subarray(start, end);
    start = end + 1;
  }
}

const unreadable = (): GitError => new GitError('failed', 'The output of git could not be read.');

/** Reads the output of `git ls-tree -r -l -z`. */
export function parseTreeListing(output: Buffer, directory: string): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (const record of splitNul(output)) {
    const tab = record.indexOf(9);
    const [mode, type, oid, size] = record.subarray(0, tab).toString('latin1').split(/ +/);
    if (tab === -1 || !oid || size === undefined) throw unreadable();
    const name = decodeName(record.subarray(tab + 1));
    entries.push({
      path: directory === '' ? name.text : `${directory}/${name.text}`,
      isUtf8: name.isUtf8,
      kind: type === 'commit' ? 'submodule' : mode === '120000' ? 'symlink' : 'file',
      oid,
      size: size === '-' ? 0 : Number(size),
    });
  }
  return entries;
}

const KINDS: Record<string, TreeChange['kind']> = {
  A: 'added',
  M: 'modified',
  T: 'modified',
  D: 'deleted',
  R: 'renamed',
};

/** Reads the output of `git diff-tree -r -z --raw -M`. */
export function parseTreeChanges(output: Buffer): TreeChange[] {
  const changes: TreeChange[] = [];
  const fields = splitNul(output);
  for (let head = fields.next(); !head.done; head = fields.next()) {
    const [, , oldOid, newOid, status = ''] = head.value.toString('latin1').split(' ');
    const kind = KINDS[status.charAt(0)];
    const first = fields.next();
    if (!kind || first.done || !oldOid || !newOid) throw unreadable();
    const path = decodeName(first.value).text;
    if (kind !== 'renamed') {
      changes.push({ kind, path, oid: kind === 'deleted' ? oldOid : newOid });
      continue;
    }
    const second = fields.next();
    if (second.done) throw unreadable();
    changes.push({ kind, path: decodeName(second.value).text, oldPath: path, oid: newOid });
  }
  return changes;
}

import {
  type FileEntry,
  fileCodec,
  NO_SETTINGS,
  type ReusableEntry,
  type RevisionSettings,
  reusableCodec,
} from './entries.ts';
import { type Hash, hashOf } from './hash.ts';
import { buildList, type EmitNode, itemsOf, type MerkleList, nodesOf } from './merkle-list.ts';
import { buildPageTree, type NestedPage, PageTree } from './page-tree.ts';

/** The stored root of a revision: the hashes of its parts. */
export interface StoredRoot {
  pages: Hash | null;
  files: Hash | null;
  reusables: Hash | null;
  settings: Hash;
}

/** The whole content of a revision in memory. Immutable; revisions share parts. */
export class Snapshot {
  /** Empty text for the revision without any content. */
  readonly hash: Hash;
  readonly pages: PageTree;
  readonly files: MerkleList<FileEntry> | undefined;
  readonly reusables: MerkleList<ReusableEntry> | undefined;
  readonly settings: RevisionSettings;
  readonly settingsHash: Hash;
  #filesById: Map<string, FileEntry> | undefined;
  #filesByPath: Map<string, FileEntry> | undefined;
  #reusablesById: Map<string, ReusableEntry> | undefined;
  #reusablesByPath: Map<string, ReusableEntry> | undefined;

  constructor(parts: {
    hash: Hash;
    pages: PageTree;
    files: MerkleList<FileEntry> | undefined;
    reusables: MerkleList<ReusableEntry> | undefined;
    settings: RevisionSettings;
    settingsHash: Hash;
  }) {
    this.hash = parts.hash;
    this.pages = parts.pages;
    this.files = parts.files;
    this.reusables = parts.reusables;
    this.settings = parts.settings;
    this.settingsHash = parts.settingsHash;
  }

  findFile(fileId: string): FileEntry | undefined {
    this.#filesById ??= new Map([...itemsOf(this.files)].map((file) => [file.id, file]));
    return this.#filesById.get(fileId);
  }

  findFileByGitPath(path: string): FileEntry | undefined {
    this.#filesByPath ??= new Map(
      [...itemsOf(this.files)].flatMap((file) => (file.git ? [[file.git.path, file] as const] : [])),
    );
    return this.#filesByPath.get(path);
  }

  findReusable(reusableId: string): ReusableEntry | undefined {
    this.#reusablesById ??= new Map([...itemsOf(this.reusables)].map((content) => [content.id, content]));
    return this.#reusablesById.get(reusableId);
  }

  findReusableByGitPath(path: string): ReusableEntry | undefined {
    this.#reusablesByPath ??= new Map(
      [...itemsOf(this.reusables)].flatMap((content) =>
        content.git ? [[content.git.path, content] as const] : [],
      ),
    );
    return this.#reusablesByPath.get(path);
  }

  /** The hashes of all nodes, to find those that another snapshot adds. */
  nodeHashes(): Set<Hash> {
    const hashes = new Set<Hash>([this.hash, this.settingsHash]);
    for (const node of nodesOf(this.pages.top)) hashes.add(node.hash);
    for (const page of this.pages.pages()) for (const node of nodesOf(page.children)) hashes.add(node.hash);
    for (const node of nodesOf(this.files)) hashes.add(node.hash);
    for (const node of nodesOf(this.reusables)) hashes.add(node.hash);
    return hashes;
  }

  /** The same revision with other pages. */
  withPages(pages: PageTree, emit: EmitNode): Snapshot {
    return this.#shareLookups(sealSnapshot({ ...this.#parts(), pages }, emit));
  }

  /** The same revision with other parts. */
  withParts(
    parts: {
      pages?: PageTree;
      files?: MerkleList<FileEntry> | undefined;
      reusables?: MerkleList<ReusableEntry> | undefined;
      settings?: RevisionSettings;
    },
    emit: EmitNode,
  ): Snapshot {
    const settings = parts.settings && JSON.stringify(parts.settings);
    const settingsHash = settings === undefined ? this.settingsHash : hashOf(settings);
    if (settings !== undefined) emit(settingsHash, settings);
    return this.#shareLookups(sealSnapshot({ ...this.#parts(), ...parts, settingsHash }, emit));
  }

  /** Shares the lookup tables of files and reusable contents with a snapshot that has the same ones. */
  #shareLookups(next: Snapshot): Snapshot {
    if (next.files === this.files) {
      next.#filesById = this.#filesById;
      next.#filesByPath = this.#filesByPath;
    }
    if (next.reusables === this.reusables) {
      next.#reusablesById = this.#reusablesById;
      next.#reusablesByPath = this.#reusablesByPath;
    }
    return next;
  }

  #parts(): Omit<ConstructorParameters<typeof Snapshot>[0], 'hash'> {
    const { pages, files, reusables, settings, settingsHash } = this;
    return { pages, files, reusables, settings, settingsHash };
  }
}

export const EMPTY_SNAPSHOT = new Snapshot({
  hash: '',
  pages: new PageTree(undefined),
  files: undefined,
  reusables: undefined,
  settings: NO_SETTINGS,
  settingsHash: '',
});

/** Builds a snapshot from plain content. Files and reusable contents must be in a stable order. */
export function buildSnapshot(
  content: {
    pages: NestedPage[];
    files: FileEntry[];
    reusables: ReusableEntry[];
    settings: RevisionSettings;
  },
  emit: EmitNode,
): Snapshot {
  const settings = JSON.stringify(content.settings);
  const settingsHash = hashOf(settings);
  emit(settingsHash, settings);
  return sealSnapshot(
    {
      pages: buildPageTree(content.pages, emit),
      files: buildList(content.files, fileCodec, emit),
      reusables: buildList(content.reusables, reusableCodec, emit),
      settings: content.settings,
      settingsHash,
    },
    emit,
  );
}

function sealSnapshot(
  parts: Omit<ConstructorParameters<typeof Snapshot>[0], 'hash'>,
  emit: EmitNode,
): Snapshot {
  const root: StoredRoot = {
    pages: parts.pages.top?.hash ?? null,
    files: parts.files?.hash ?? null,
    reusables: parts.reusables?.hash ?? null,
    settings: parts.settingsHash,
  };
  const node = JSON.stringify(root);
  const hash = hashOf(node);
  emit(hash, node);
  return new Snapshot({ ...parts, hash });
}

import { ApiError } from '@lectern/client/api-error';
import type { Schemas } from '@lectern/client/schema';
import type { Node } from 'prosemirror-model';
import { api, repeatable } from '../api/client.ts';
import type { PagePlace } from '../api/place.ts';
import type { DocumentJson, DocumentNode } from '../editor/convert/document-json.ts';
import { findBlock } from '../editor/convert/find-block.ts';
import { blocksToDocument, blockToDocument } from '../editor/convert/to-document.ts';
import { blockToEditor } from '../editor/convert/to-editor.ts';
import type { Draft, DraftEditor } from './draft.ts';

type EditConflict = Schemas['EditConflict'];

/** A block of this page that somebody else could not save, because this text was saved first. */
export interface OthersConflict {
  id: string;
  author: string;
  /** The handle of the block. Undefined: it is gone. */
  block: string | undefined;
  before: readonly Node[];
  unsaved: readonly Node[];
}

interface SharedConflictsParts {
  place: PagePlace;
  draft: Draft;
  editor: DraftEditor;
  /** Brings what was saved meanwhile into the editor. */
  follow(): Promise<void>;
  /** Others have decided about a text of this writer, which is not shown any more. */
  onDecided(block: string, unsaved: Node | undefined): void;
  onChange(): void;
}

/** Text that is typed in a conflicting block is sent to others at a pause. */
const TELL_MS = 500;

/** The conflicts that all writers of a page see: those of this tab, which it shares, and those of others. */
export class SharedConflicts {
  readonly #parts: SharedConflictsParts;
  readonly #told = new Map<string, string>();
  #others: OthersConflict[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: SharedConflictsParts) {
    this.#parts = parts;
  }

  get others(): readonly OthersConflict[] {
    return this.#others;
  }

  /** Reads which conflicts there are. */
  refresh(): void {
    this.#inTurn(() => this.#read());
  }

  /** Tells others of what is in conflict now. */
  tell(): void {
    clearTimeout(this.#timer);
    if (this.#parts.draft.conflicts.size > 0 || this.#told.size > 0)
      this.#timer = setTimeout(() => this.#inTurn(() => this.#tellAll()), TELL_MS);
  }

  /** Somebody has decided, and what is to stay is saved. */
  settle(id: string): void {
    this.#others = this.#others.filter((one) => one.id !== id);
    this.#parts.onChange();
    this.#inTurn(() => this.#withdraw(id));
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Sequentially, because two reports at once would create two conflicts. */
  #inTurn(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(async () => {
      if (!this.#isStopped) await work().catch(() => undefined);
    });
  }

  async #read(): Promise<void> {
    const { place, draft, onChange } = this.#parts;
    const { spaceId, pageId: page, changeRequestId } = place;
    const { items } = await api.get('/v1/spaces/{spaceId}/edit-conflicts', {
      path: { spaceId },
      query: { page, ...(changeRequestId === undefined ? {} : { changeRequest: changeRequestId }) },
    });
    const own = new Set([...draft.conflicts.values()].map(({ id }) => id));
    const known = new Map(this.#others.map((one) => [one.id, one]));
    this.#others = items
      .filter(({ id }) => !own.has(id) && !this.#told.has(id))
      .map((item) => readConflict(item, draft, known.get(item.id)));
    onChange();
    const open = new Set(items.map(({ id }) => id));
    const decided = [...draft.conflicts.values()].filter(({ id }) => id !== undefined && !open.has(id));
    await this.#giveWay(decided.map(({ block }) => block));
  }

  /** Others have decided about these blocks: what they have saved is shown. */
  async #giveWay(blocks: readonly string[]): Promise<void> {
    if (blocks.length === 0) return;
    const { draft, editor, follow, onDecided } = this.#parts;
    await follow();
    for (const block of blocks) {
      const conflict = draft.conflicts.get(block);
      const unsaved = findBlock(editor.state.doc, block);
      draft.yieldTo(block);
      if (conflict?.id !== undefined) this.#told.delete(conflict.id);
      onDecided(block, unsaved);
    }
  }

  async #tellAll(): Promise<void> {
    const { draft } = this.#parts;
    const conflicts = [...draft.conflicts.values()];
    const open = new Set(conflicts.map(({ id }) => id));
    for (const id of [...this.#told.keys()]) if (!open.has(id)) await this.#withdraw(id);
    for (const conflict of conflicts) await this.#tell(conflict.block);
  }

  async #tell(block: string): Promise<void> {
    const { place, draft, editor, onChange } = this.#parts;
    const conflict = draft.conflicts.get(block);
    if (!conflict) return;
    const { spaceId, pageId: page, changeRequestId } = place;
    const ours = findBlock(editor.state.doc, block);
    const body = {
      baseRevision: draft.revision,
      ...(conflict.theirs ? { block: draft.keyOf(block) } : {}),
      ...(ours ? { unsaved: documentOf(ours) } : {}),
    };
    const text = JSON.stringify({ block: body.block, unsaved: body.unsaved });
    if (conflict.id !== undefined) {
      if (this.#told.get(conflict.id) === text) return;
      const path = { spaceId, editConflictId: conflict.id };
      try {
        await api.put('/v1/spaces/{spaceId}/edit-conflicts/{editConflictId}', { path, body });
        this.#told.set(conflict.id, text);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        await this.#giveWay([block]);
      }
      return;
    }
    const { id } = await api.post('/v1/spaces/{spaceId}/edit-conflicts', {
      path: { spaceId },
      headers: repeatable(),
      body: {
        page,
        ...(changeRequestId === undefined ? {} : { changeRequest: changeRequestId }),
        ...(conflict.base ? { before: documentOf(conflict.base) } : {}),
        ...body,
      },
    });
    const current = draft.conflicts.get(block);
    this.#told.set(id, text);
    // The writer has decided meanwhile.
    if (current) current.id = id;
    else await this.#withdraw(id);
    onChange();
  }

  async #withdraw(id: string): Promise<void> {
    const path = { spaceId: this.#parts.place.spaceId, editConflictId: id };
    try {
      await api.delete('/v1/spaces/{spaceId}/edit-conflicts/{editConflictId}', { path });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    }
    this.#told.delete(id);
  }
}

/** Parts of tables are sent as the blocks that are in them. */
const isPartOfTable = ({ type }: Node): boolean => type.name.startsWith('table_');

function blocksOf(node: Node): DocumentNode[] {
  if (!isPartOfTable(node)) return [blockToDocument(node)];
  if (node.type.name !== 'table_row') return blocksToDocument(node);
  const cells: Node[] = [];
  node.forEach((cell) => {
    cells.push(cell);
  });
  return cells.flatMap(blocksOf);
}

const documentOf = (node: Node): Schemas['PostEditConflictBody']['before'] & object =>
  ({ object: 'document', nodes: blocksOf(node) }) as never;

function readConflict(
  { id, author, block, before, unsaved }: EditConflict,
  draft: Draft,
  known: OthersConflict | undefined,
): OthersConflict {
  return {
    id,
    author: author.displayName,
    // The handle stays when the key changes.
    block: block === undefined ? known?.block : draft.handleOf(block),
    before: blocksFrom(before),
    unsaved: blocksFrom(unsaved),
  };
}

/** The service has not checked texts that others sent. */
function blocksFrom(document: unknown): Node[] {
  try {
    const nodes = ((document as DocumentJson | undefined)?.nodes ?? []).map((node) => blockToEditor(node));
    for (const node of nodes) node.check();
    return nodes;
  } catch {
    return [];
  }
}

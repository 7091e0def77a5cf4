import type { Node } from 'prosemirror-model';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import {
  type Checks,
  type LinkTargets,
  type Ref,
  type ResolvedTarget,
  type TargetChange,
  targetOf,
} from './link-target.ts';

/** A pause after which new links are checked. */
const PAUSE_MS = 350;
const RETRY_MS = 10_000;

interface FoundLink {
  from: number;
  to: number;
  ref: Ref;
  isBlock: boolean;
}

const BLOCKS = new Set(['content_ref']);
const INLINES = new Set(['mention', 'button']);

/** The links of a document, each with its place. */
function findLinks(doc: Node): FoundLink[] {
  const links: FoundLink[] = [];
  doc.descendants((node, position) => {
    const isBlock = BLOCKS.has(node.type.name);
    const mark = node.marks.find(({ type }) => type.name === 'link');
    const data = (mark ?? (isBlock || INLINES.has(node.type.name) ? node : undefined))?.attrs.data as
      | { ref?: Ref }
      | undefined;
    if (data?.ref) links.push({ from: position, to: position + node.nodeSize, ref: data.ref, isBlock });
  });
  return links;
}

/** A chunk of its own: checks the links of a page and marks the broken ones. */
export class LinkChecks {
  readonly #view: EditorView;
  readonly #targets: LinkTargets;
  readonly #showChecks: (view: EditorView, checks: Checks) => void;
  readonly #stop: () => void;
  #known = new Map<string, ResolvedTarget>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  /** The number of links that are marked. */
  #marked = 0;

  constructor(
    view: EditorView,
    targets: LinkTargets,
    showChecks: (view: EditorView, checks: Checks) => void,
  ) {
    this.#view = view;
    this.#showChecks = showChecks;
    this.#targets = targets;
    this.#stop = targets.follow((change) => this.#forget(change));
    this.#schedule();
  }

  update({ state }: EditorView, before: EditorView['state']): void {
    if (!state.doc.eq(before.doc)) this.#schedule();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#stop();
  }

  #schedule(after = PAUSE_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), after);
  }

  #forget({ edited }: TargetChange): void {
    for (const [target, { pageId }] of this.#known)
      if (!edited || (pageId === undefined ? target.includes('#') : edited.has(pageId)))
        this.#known.delete(target);
    this.#schedule();
  }

  async #check(): Promise<void> {
    if (this.#view.isDestroyed || this.#isAsking) return;
    // A new decoration would interrupt the composition.
    if (this.#view.composing) return this.#schedule();
    const unknown = new Map<string, Ref>();
    for (const { ref } of findLinks(this.#view.state.doc)) {
      const target = targetOf(ref);
      if (target !== undefined && !this.#known.has(target)) unknown.set(target, ref);
    }
    if (unknown.size > 0) {
      this.#isAsking = true;
      try {
        const found = await this.#targets.resolve([...unknown.values()]);
        for (const [index, target] of [...unknown.keys()].entries())
          this.#known.set(target, found[index] as ResolvedTarget);
      } catch {
        this.#schedule(RETRY_MS);
        return;
      } finally {
        this.#isAsking = false;
      }
    }
    if (this.#view.isDestroyed) return;
    if (this.#view.composing) return this.#schedule();
    this.#show(unknown.size > 0);
  }

  /** `isNews`: more is known than before. */
  #show(isNews: boolean): void {
    const { state } = this.#view;
    const decorations = findLinks(state.doc).flatMap(({ from, to, ref, isBlock }) => {
      const target = targetOf(ref);
      const found = target === undefined ? undefined : this.#known.get(target);
      if (!found?.reason) return [];
      const attributes = { class: `link-${found.state}`, title: found.reason, 'data-reason': found.reason };
      return [isBlock ? Decoration.node(from, to, attributes) : Decoration.inline(from, to, attributes)];
    });
    if (!isNews && decorations.length === 0 && this.#marked === 0) return;
    this.#marked = decorations.length;
    const checks: Checks = {
      decorations: DecorationSet.create(state.doc, decorations),
      known: new Map(this.#known),
    };
    this.#showChecks(this.#view, checks);
  }
}

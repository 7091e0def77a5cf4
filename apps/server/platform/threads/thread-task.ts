/**
 * Every kind of work that runs off the main thread. `apps/cli/service/threads.ts` and `rare-threads.ts` beside it
 * define each: a kind that no code runs does not compile.
 */
export type ThreadTaskKind =
  | 'compare-documents'
  | 'compare-specs'
  | 'convert-file'
  | 'convert-import'
  | 'convert-web-page'
  | 'count-changed-words'
  | 'describe-clusters'
  | 'describe-import'
  | 'describe-spec'
  | 'outline-spec'
  | 'draw-documents'
  | 'draw-pieces'
  | 'draw-social-preview'
  | 'edit-source'
  | 'fill-page'
  | 'find-mentions'
  | 'follow-keys'
  | 'follow-places'
  | 'inspect-sources'
  | 'list-block-keys'
  | 'list-import-targets'
  | 'list-page-units'
  | 'list-spec-parts'
  | 'list-targets'
  | 'locate-place'
  | 'make-small-picture'
  | 'mark-documents'
  | 'mask-conversations'
  | 'merge-documents'
  | 'name-changes'
  | 'place-blocks'
  | 'place-issues'
  | 'place-read-issues'
  | 'process-spec'
  | 'read-issues'
  | 'read-layout'
  | 'read-page-head'
  | 'read-unit-file'
  | 'render-blocks'
  | 'render-document'
  | 'render-html'
  | 'render-markdown'
  | 'rest'
  | 'revert-blocks'
  | 'rewrite-targets'
  | 'scale-picture'
  | 'show-source'
  | 'translate-page'
  | 'write-import-pages'
  | 'write-segment'
  | 'write-request'
  | 'write-unit-file'
  | 'write-visible-segment';

/**
 * A function that threads run. Input and output are copied between threads, as `structuredClone` copies them: plain
 * data, maps and bytes, no functions. It must not depend on anything but its input.
 */
export interface ThreadTask<Input, Output> {
  kind: ThreadTaskKind;
  run: (input: Input) => Output | Promise<Output>;
}

export const defineThreadTask = <Kind extends ThreadTaskKind, Input, Output>(
  kind: Kind,
  run: (input: Input) => Output | Promise<Output>,
): ThreadTask<Input, Output> & { kind: Kind } => ({ kind, run });

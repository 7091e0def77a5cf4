type SpecProblemCode =
  | 'syntax'
  | 'not-a-spec'
  | 'unsupported-version'
  | 'too-large'
  | 'too-deep'
  | 'invalid-name'
  | 'external-reference'
  | 'unreadable-file'
  | 'unresolved-reference'
  | 'missing-field'
  | 'invalid-path'
  | 'duplicate-operation'
  | 'replaced-source';

/** A problem of a spec: an error prevents its use, a warning does not. */
export interface SpecProblem {
  severity: 'error' | 'warning';
  code: SpecProblemCode;
  message: string;
  /** The name of the file, if the spec has several. */
  file?: string;
  /** Both from 1. */
  line?: number;
  column?: number;
}

/** A position in a source, both from 1. */
export interface Position {
  line: number;
  column: number;
}

/** The keys and indexes that lead from the root of a value to a value in it. */
export type ValuePath = readonly string[];

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
  | 'duplicate-operation';

/** What is wrong with a spec: an error keeps it from being used, a warning does not. */
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

/** The keys and places that lead from the root of a value to one in it. */
export type ValuePath = readonly string[];

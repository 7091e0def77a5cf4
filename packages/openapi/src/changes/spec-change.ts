/**
 * `breaking`: programs that worked with the earlier version may fail with the later one. `non-breaking`: programs are
 * not affected. `documentation`: only text for people changed.
 */
export const CHANGE_CLASSES = ['breaking', 'non-breaking', 'documentation'] as const;
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** An operation of a path, or of a webhook. */
export interface ChangedOperation {
  kind: 'operation' | 'webhook' | 'callback';
  method: string;
  /** The path; of a webhook its name, of a callback its name and its expression. */
  path: string;
}

/** One difference between two versions of a spec. */
export interface SpecChange {
  class: ChangeClass;
  /** The kind of change, such as `parameter-removed`. */
  kind: string;
  /** Undefined if it concerns no single operation. */
  operation?: ChangedOperation;
  /** The place of the change, as a JSON pointer: below the operation if there is one, otherwise below the spec. */
  place: string;
  /** The operation, field or value that changed, as pages name it. */
  name: string;
  /** The schema among the components that contains the change; undefined if none does. */
  schema?: string;
}

/** Returns the kind of change in words, such as “parameter removed”. */
export const tellKind = (kind: SpecChange['kind']): string => kind.replaceAll('-', ' ');

/** The direction in which a described value is sent: clients send requests and receive responses. */
export type Direction = 'request' | 'response';

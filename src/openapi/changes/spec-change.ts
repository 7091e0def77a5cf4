/**
 * Whether programs that worked with the earlier version may fail with the later one; whether something came or went that
 * they need not know; or whether only what people read changed.
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
  /** What happened, such as `parameter-removed`. */
  kind: string;
  /** Undefined if it concerns no single operation. */
  operation?: ChangedOperation;
  /** Where it is, as a JSON pointer: below the operation if there is one, or else below the spec. */
  place: string;
  /** The operation, field or value that it is about, as pages name it. */
  name: string;
  /** The schema among the components that it is in; undefined if it is in none. */
  schema?: string;
}

/** What happened, as people read it, such as “parameter removed”. */
export const tellKind = (kind: SpecChange['kind']): string => kind.replaceAll('-', ' ');

/** Which way what is described travels: clients send requests and receive responses. */
export type Direction = 'request' | 'response';

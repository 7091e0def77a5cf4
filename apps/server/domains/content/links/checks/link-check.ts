/** The known state of an external address. `unknown`: the result was not conclusive; the reason says why. */
export type CheckState = 'ok' | 'broken' | 'unknown';

/** The result of the last check of an external address. */
export interface LinkCheck {
  state: CheckState;
  /** The status of the last response, after redirects; absent if there was none. */
  statusCode?: number;
  /** A sentence for people, absent for `ok`. */
  reason?: string;
  checkedAt: Date;
}

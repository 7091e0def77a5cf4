/** What an address outside is known to be. `unknown`: nothing definite could be learned; the reason says why. */
export type CheckState = 'ok' | 'broken' | 'unknown';

/** What the last look at an address outside showed. */
export interface LinkCheck {
  state: CheckState;
  /** Of the last answer, after redirects; absent when there was none. */
  statusCode?: number;
  /** A sentence for people, absent for `ok`. */
  reason?: string;
  checkedAt: Date;
}

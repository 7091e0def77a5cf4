/** What the last look at an address outside showed. */
export interface LinkCheck {
  /** `unknown`: nothing definite could be learned; the reason says why. */
  state: 'ok' | 'broken' | 'unknown';
  /** Of the last answer, after redirects; absent when there was none. */
  statusCode?: number;
  /** A sentence for people, absent for `ok`. */
  reason?: string;
  checkedAt: Date;
}

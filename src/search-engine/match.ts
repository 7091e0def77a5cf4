/** A place in a text where something of the query stands. */
export interface Match {
  start: number;
  end: number;
  /** Which word of the query. */
  word: number;
  /** How much of that word it is. */
  weight: number;
}

/** A place in a text where something of the query stands. */
export interface Match {
  start: number;
  end: number;
  /** The index of the word in the query. */
  word: number;
  /** How closely the text matches the word. */
  weight: number;
}

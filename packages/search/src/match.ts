/** A place in a text that matches the query. */
export interface Match {
  start: number;
  end: number;
  /** The index of the word in the query. */
  word: number;
  /** How closely the text matches the word. */
  weight: number;
}

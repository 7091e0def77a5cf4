/** What a reader did, for whoever records it: the scripts of a page are loaded apart from each other. */
export interface Told {
  type: string;
  [field: string]: unknown;
}

export const TOLD = 'lectern-told';

export const tell = (detail: Told): void => {
  document.dispatchEvent(new CustomEvent<Told>(TOLD, { detail }));
};

/** Announces what a reader did to the script that records it: the scripts of a page are loaded separately. */
export interface Told {
  type: string;
  [field: string]: unknown;
}

export const TOLD = 'lectern-told';

export const tell = (detail: Told): void => {
  document.dispatchEvent(new CustomEvent<Told>(TOLD, { detail }));
};

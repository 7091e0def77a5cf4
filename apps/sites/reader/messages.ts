/** Announces what a reader did to the script that records it: the scripts of a page are loaded separately. */
export interface Message {
  type: string;
  [field: string]: unknown;
}

export const MESSAGES = 'lectern-told';

export const tell = (detail: Message): void => {
  document.dispatchEvent(new CustomEvent<Message>(MESSAGES, { detail }));
};

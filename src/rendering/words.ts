/** What rendered documents say by themselves. Words in braces are replaced. */
export interface DocumentWords {
  /** The language in which dates are written. */
  locale: string;
  linkToSection: string;
  note: string;
  goodToKnow: string;
  warning: string;
  danger: string;
  code: string;
  diagram: string;
  table: string;
  done: string;
  notDone: string;
  file: string;
  prompt: string;
  externalContent: string;
  pictureElsewhere: string;
  brokenLink: string;
  rating: string;
}

export const ENGLISH_WORDS: DocumentWords = {
  locale: 'en',
  linkToSection: 'Link to this section',
  note: 'Note',
  goodToKnow: 'Good to know',
  warning: 'Warning',
  danger: 'Danger',
  code: 'Code',
  diagram: 'Diagram',
  table: 'Table',
  done: 'Done',
  notDone: 'To do',
  file: 'File',
  prompt: 'Prompt',
  externalContent: 'Content from {name}',
  pictureElsewhere: 'Picture elsewhere: {name}',
  brokenLink: 'This link leads nowhere that can be opened here',
  rating: '{count} of {max}',
};

/** Replaces the words in braces of a message. */
export const fillWords = (message: string, values: Record<string, string | number>): string =>
  message.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));

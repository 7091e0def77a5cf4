/**
 * Examples of the CommonMark suite, by number, that our rules render differently, each with the reason. The other
 * additions of the dialect (`{% … %}`, `$$`, footnotes, `<details>`) use syntax that does not occur in the suite.
 */
export const DEVIATIONS: Record<number, string> = {
  148: 'A table ends with its last tag: what stands between blank lines in it is Markdown in a cell.',
  177: 'Text after a comment is Markdown.',
  190: 'A table ends with its last tag, also with blank lines between its rows.',
  191: 'A table ends with its last tag, also with indented rows.',
  602: 'An address without angle brackets is a link, as on GitHub.',
  608: 'An address without angle brackets is a link, as on GitHub.',
  611: 'An address without angle brackets is a link, as on GitHub.',
  612: 'A mail address without angle brackets is a link, as on GitHub.',
};

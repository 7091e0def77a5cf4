/**
 * Examples of the CommonMark suite, by number, that our rules render differently, each with the reason. The other
 * additions of the dialect (`{% … %}`, `$$`, footnotes, `<details>`, tables whose cells contain Markdown) use syntax
 * that does not occur in the suite.
 */
export const DEVIATIONS: Record<number, string> = {
  602: 'An address without angle brackets is a link, as on GitHub.',
  608: 'An address without angle brackets is a link, as on GitHub.',
  611: 'An address without angle brackets is a link, as on GitHub.',
  612: 'A mail address without angle brackets is a link, as on GitHub.',
};

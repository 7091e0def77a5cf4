/**
 * Examples of the CommonMark suite, by number, that our rules render differently, each with the reason. The list is
 * empty: the additions of the dialect (`{% … %}`, `$$`, footnotes, `<details>`, tables whose cells contain Markdown)
 * use syntax that does not occur in the suite.
 */
export const DEVIATIONS: Record<number, string> = {};

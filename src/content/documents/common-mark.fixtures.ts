/**
 * Examples of the CommonMark suite, by number, that our rules render otherwise, each with the reason. There are
 * none: what the dialect adds (`{% … %}`, `$$`, footnotes, `<details>`, tables whose cells hold Markdown) is
 * written in ways that the suite does not use.
 */
export const DEVIATIONS: Record<number, string> = {};

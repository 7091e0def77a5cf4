/** Pairs as lines of a text field: what a group is called, an equals sign, and what its members get. */

/** The last equals sign of a line separates: names of groups can contain some, as those of directories do. */
export const readLines = (text: string): [group: string, given: string][] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.lastIndexOf('=');
      return at === -1 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });

export const writeLines = (pairs: readonly (readonly [group: string, given: string])[]): string =>
  pairs.map(([group, given]) => `${group} = ${given}`).join('\n');

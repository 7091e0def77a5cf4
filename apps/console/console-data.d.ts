/** What the build makes of the data of packages: scripts/console-data.mjs. */
declare module 'lectern:icon-names' {
  /** The names of the icons that published pages draw. */
  export const iconNames: readonly string[];
}
declare module 'lectern:emoji/*' {
  /** Each with its name and other words by which it is found, in one language, and the codes that GitHub has for it. */
  export const emoji: readonly (readonly [emoji: string, name: string, words: string, codes: string])[];
}

/** Modules that scripts/console-data.mjs generates at build time. */
declare module 'lectern:icon-names' {
  /** The names of the icons of published pages. */
  export const iconNames: readonly string[];
}
declare module 'lectern:code-languages' {
  /** Each language that published pages color, with its name and its aliases. */
  export const codeLanguages: readonly (readonly [id: string, name: string, aliases: string])[];
}
declare module 'lectern:emoji/*' {
  /** Each with its name, keywords in one language, and its GitHub shortcodes. */
  export const emoji: readonly (readonly [emoji: string, name: string, words: string, codes: string])[];
}

/** The names of emoji, as in `:smile:`. */
declare module 'markdown-it-emoji/lib/data/full.mjs' {
  const emojis: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: the module has one.
  export default emojis;
}

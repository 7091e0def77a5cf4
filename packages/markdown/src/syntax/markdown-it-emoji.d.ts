declare module 'markdown-it-emoji/lib/data/full.mjs' {
  const emoji: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: the package has it.
  export default emoji;
}

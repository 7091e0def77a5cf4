declare module '*.module.css' {
  const names: Readonly<Record<string, string>>;
  // biome-ignore lint/style/noDefaultExport: a style sheet has nothing else to export.
  export default names;
}
declare module '*.css';

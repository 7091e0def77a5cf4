export const packageSources: {
  name: string;
  enforce: 'pre';
  resolveId(id: string): string | undefined;
};

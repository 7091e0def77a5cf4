export function buildAssets(folder: string): Promise<void>;
export function minifyStyles(source: string): string;

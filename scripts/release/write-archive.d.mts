export function writeArchive(options: { parent: string; names: string[]; time: number; file: string }): void;

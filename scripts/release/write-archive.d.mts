export function writeArchive(options: { parent: string; name: string; time: number; file: string }): void;

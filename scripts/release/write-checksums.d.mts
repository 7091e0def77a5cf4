export function writeChecksums(folder: string): void;
export function signChecksums(folder: string, options: { key: string; version: string }): void;

export function findWord(element: object, text: string): { x: number; y: number } | undefined;
export function pasteData(element: object, types: Record<string, string>): void;
export function bringPicture(element: object, picture: { kind: string; bytes: number[] }): void;
export function readClipboard(): Promise<string>;
export function breakReading(): void;

export function readCopied(element: unknown): Record<string, string>;

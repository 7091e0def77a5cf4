export function findWord(element: object, text: string): { x: number; y: number } | undefined;
export function pasteData(element: object, types: Record<string, string>): void;
export function bringPicture(element: object, picture: { kind: string; bytes: number[] }): void;
export function readClipboard(): Promise<string>;
export function breakReading(): void;

export function readCopied(element: unknown): Record<string, string>;

export interface ChosenBlock {
  /** The name of its node. */
  kind: string;
  text: string;
  /** The text of the block at the top of the page that it is in. */
  around: string;
}
export function chooseBlock(element: object, chance: number): ChosenBlock | undefined;
export function findEndOfBlock(): { x: number; y: number };
export function isAtEndOfBlock(): boolean;
export function goTo(url: string): void;
export function hasArrived(): boolean;

export function describeBoxes(element: object): string[];

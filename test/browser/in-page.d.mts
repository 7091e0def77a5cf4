export function findWord(element: object, text: string): { x: number; y: number } | undefined;
export function pasteData(element: object, types: Record<string, string>): void;
export function bringPicture(element: object, picture: { kind: string; bytes: number[] }): void;
export function readClipboard(): Promise<string>;
export function readFocused(): string;
export function scrollUp(element: object): void;
export function isInWindow(element: object): boolean;
export function breakReading(): void;

export function readCopied(element: unknown): Record<string, string>;

export interface ChosenWord {
  /** The names of the nodes that it is in, from the top of the page. */
  kind: string;
  word: string;
  text: string;
  /** The text of the block at the top of the page that it is in. */
  around: string;
}
export function chooseWord(
  element: object,
  chances: { ofBlock: number; ofWord: number },
): ChosenWord | undefined;
export function findChosenWord(): Promise<{ x: number; y: number } | undefined>;
export function findCoveredWords(element: object): { blocks: number; covered: string[] };
export function isInChosenBlock(): boolean;
export function goTo(url: string): void;
export function hasArrived(): boolean;

export function describeBoxes(element: object): string[];
export function hasFocus(element: object): boolean;
export function hasLostFocus(): boolean;
export function describeFocus(): { name: string; isLost: boolean; isSeen: boolean; openedAt: number };
export function noteAnnouncements(): void;
export function readAnnouncements(): string;
export function selectWord(element: object, word: string): void;
export function findSmallTargets(least: number): string[];
export function readJournal(): Promise<string>;

export function writeNotice(): string;
export function writeBrowserNotice(): string;

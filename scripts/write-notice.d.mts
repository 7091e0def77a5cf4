export function writeNotice(): string;

import type { RecordsMessages } from './en.ts';

export const texts: RecordsMessages = {};

import type { AddContentMessages } from './en.ts';

export const texts: AddContentMessages = {};

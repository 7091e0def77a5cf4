import type { PeopleMessages } from './en.ts';

export const texts: PeopleMessages = {};

import type { SpacesMessages } from './en.ts';

export const texts: SpacesMessages = {};

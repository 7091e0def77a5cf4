import { createStore } from '../api/store.ts';

/** The number of notifications that the user has not read. */
export const unreadCount = createStore(0);

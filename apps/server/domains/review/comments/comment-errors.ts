import { defineError, defineNotFound } from '../../../platform/http/errors.ts';

export const commentNotFound = defineNotFound('comment-not-found', 'comment');
export const replyNotFound = defineNotFound('comment-reply-not-found', 'reply');

export const notAuthor = defineError(
  { status: 403, reason: 'not-author' },
  'Only the author can change this text.',
);

export const mayNotDelete = defineError(
  { status: 403, reason: 'comment-of-another' },
  'Only the author, and everyone with the role “review” or a higher one on the space, can delete this.',
);

export const mayNotResolve = defineError(
  { status: 403, reason: 'may-not-resolve' },
  'Only the author, and everyone with the role “edit” or a higher one on the space, can resolve and reopen this comment.',
);

export const suggestionNotFound = defineNotFound('suggestion-not-found', 'suggestion');

export const suggestionDecided = defineError(
  { status: 409, reason: 'suggestion-decided' },
  (state: 'applied' | 'dismissed') => `This suggestion has already been ${state}.`,
);

export const mayNotDismiss = defineError(
  { status: 403, reason: 'may-not-dismiss' },
  'Only the author, and everyone with the role “edit” or a higher one on the space, can dismiss this suggestion.',
);

export const tooManyReactions = defineError(
  { status: 409, reason: 'too-many-reactions' },
  (maximum: number) =>
    `A comment or reply can have at most ${maximum} different reactions. Use one of the existing ones.`,
);

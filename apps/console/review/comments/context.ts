import { createContext, type Dispatch, type SetStateAction, useContext } from 'react';
import type { Comment, CommentsPlace } from '../../api/comments.ts';
import type { UnsentTexts } from './unsent-texts.ts';

/** What the parts of a list of comments have in common. */
export interface CommentsContext {
  place: CommentsPlace;
  organizationId: string;
  userId: string;
  mayComment: boolean;
  /** May apply suggestions, and resolve the comments of others. */
  mayEdit: boolean;
  unsent: UnsentTexts;
  /** The comment that is shown beside its words. */
  active: string | undefined;
  activate: Dispatch<SetStateAction<string | undefined>>;
  /** Shows the words of a comment. Undefined if they are on another view, which `linkOf` leads to. */
  showWords: ((comment: Comment) => void) | undefined;
  /** The address of a comment at its place, below `/app`. */
  linkOf(comment: Comment): string;
}

const Context = createContext<CommentsContext | undefined>(undefined);
export const CommentsProvider = Context;

export function useComments(): CommentsContext {
  const context = useContext(Context);
  if (!context) throw new Error('There are no comments around this part.');
  return context;
}

/** Resolving is for authors, and for those who can edit. */
export const mayResolve = ({ mayEdit, mayComment, userId }: CommentsContext, comment: Comment): boolean =>
  mayEdit || (mayComment && comment.postedBy.id === userId);

/** The readers for whom content is evaluated. */
export interface Audience {
  /** What their token says about them: `visitor.claims`. */
  claims: object;
  /** Whether they read a published site. Visitors do not see pages whose conditions do not hold. */
  isVisitor: boolean;
  now: Date;
}

/** Members, and programs with a token of their own: nothing is known about them that a condition could ask. */
export const memberAt = (now: Date): Audience => ({ claims: NO_CLAIMS, isVisitor: false, now });

const NO_CLAIMS = {};

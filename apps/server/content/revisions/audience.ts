/** The readers for whom content is evaluated. */
export interface Audience {
  /** The claims of their token, which conditions know as `visitor.claims`. */
  claims: object;
  /** Whether they read a published site. Visitors do not see pages whose conditions do not hold. */
  isVisitor: boolean;
  now: Date;
}

/** Members, and programs with a token of their own. They have no claims for conditions to use. */
export const memberAt = (now: Date): Audience => ({ claims: NO_CLAIMS, isVisitor: false, now });

const NO_CLAIMS = {};

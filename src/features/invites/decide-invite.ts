import type { Invitee } from './invitees.repository.ts';

/**
 * Whether the invitation adds the member at once. An attacker may have created the account hoping that its address will
 * be invited one day: a user who is not known to own the address becomes a member only through the link of the
 * invitation (docs/decisions/invitations.md).
 */
export const isMemberAtOnce = (
  { isVerified, isVouched, isUnclaimed }: Pick<Invitee, 'isVerified' | 'isVouched' | 'isUnclaimed'>,
  isNew: boolean,
): boolean => isNew || isVerified || (isVouched && !isUnclaimed);

/** Whether a link serves a purpose: to admit a member, or to set the first password. */
export const hasSomethingToAccept = (
  { isUnclaimed }: Pick<Invitee, 'isUnclaimed'>,
  isDisabled: boolean,
): boolean => isDisabled || isUnclaimed;

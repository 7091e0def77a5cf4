import type { Invitee } from './invitees.repository.ts';

/**
 * Whether the invitation adds the member immediately. This is the case for a new account, or for a user whom the
 * inviter knows from another organization; otherwise, it would reveal that the address has an account. An attacker may
 * have created an account, hoping that its address will be invited one day: a user who is not known to own the address
 * becomes a member only through the link of the invitation (docs/decisions/invitations.md).
 */
export const isMemberAtOnce = (
  { isVouched, isUnclaimed }: Pick<Invitee, 'isVouched' | 'isUnclaimed'>,
  isNew: boolean,
): boolean => isNew || (isVouched && !isUnclaimed);

/** Whether a link serves a purpose: to admit a member, or to set the first password. */
export const hasSomethingToAccept = (
  { isUnclaimed }: Pick<Invitee, 'isUnclaimed'>,
  isDisabled: boolean,
): boolean => isDisabled || isUnclaimed;

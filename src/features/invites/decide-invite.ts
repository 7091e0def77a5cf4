import type { Invitee } from './invitees.repository.ts';

/**
 * Whether the invitation adds the member at once. Only somebody whom the inviter knows from another organization sees
 * more than that: for everybody else, that the address has an account must not show (docs/decisions/invitations.md). An attacker may have created the account hoping that its address will
 * be invited one day: a user who is not known to own the address becomes a member only through the link of the
 * invitation (docs/decisions/invitations.md).
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

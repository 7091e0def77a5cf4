/** Why the service refuses something. They are loaded with the first refusal. */
export const texts = {
  'refused-invalid-cursor': 'The list has changed in the meantime. Open it again.',
  'refused-request-timeout': 'The request did not arrive at the service in time. Try again.',
  'refused-request-in-progress': 'The same change is still being made. Wait a moment, then reload the page.',
  'refused-response-lost': 'The change was made, but its result is not available. Reload the page to see it.',
  'refused-too-many-uploads': 'Too many files are being uploaded at once. Wait a moment, and try again.',
  'refused-not-implemented': 'This version of Lectern cannot do this.',
  maintenanceUntil:
    'Lectern is under maintenance until {time}. You can read everything, but changes are not saved before then. What you type is kept.',
  'refused-maintenance':
    'Lectern is under maintenance. Nothing can be changed before it ends; try again then.',
  'refused-quota-exceeded':
    'The organization has as much as it can have. Remove what is no longer needed, or ask the people who run this service for more.',
  'refused-passkey-refused': 'The passkey was not accepted. Begin again.',
  'refused-incorrect-passkey': 'The passkey was not accepted. Try again, or enter your password.',
  'refused-no-passkeys': 'This account has no passkeys. Confirm with the password.',
  'refused-organization-suspended':
    'This organization is suspended. The reason of the administrators: {detail}',
  'refused-organization-not-suspended': 'The organization is not suspended.',
  'refused-too-many-passkeys': 'This account has 20 passkeys, as many as it can have. Remove one first.',
  'refused-storage-full': 'The service has no space left to store anything. Tell the people who run it.',
  'refused-role-above-own': 'Nobody can give or take away a role above their own.',
  'refused-user-required': 'A service account cannot do this. Sign in as a person.',
  'refused-sso-required': 'This organization requires single sign-on. Sign in through it to continue.',
  'refused-password-sign-in-required':
    'You signed in through the single sign-on of an organization, and can act only there. Sign in with your password to do this.',
  'refused-own-account-only': 'Only the person themselves can change this.',
  'refused-cross-site-request': 'The session of this browser has changed. Reload the page, and try again.',
  'refused-instance-administrator-required': 'Only administrators of the instance can do this.',
  'refused-not-found': 'This no longer exists, or you no longer have access to it.',
  'refused-not-a-user': 'You are signed in as a service account, which has no account of its own.',
  'refused-git-not-connected': 'This space is not connected to a Git repository.',
  'refused-link-checks-off': 'Links to other websites are not checked on this instance.',
  'refused-too-many-openapi-sources':
    'Earlier versions of this spec are still waiting to be processed. Try again in a minute.',
  'refused-insights-busy': 'Many people are looking at insights right now. Try again in a few seconds.',
  'refused-insights-unavailable':
    'The database of events does not respond right now. Try again in a few seconds.',
  'refused-insights-timeout': 'Counting the events of this period takes too long. Choose a shorter one.',
  'refused-space-not-deleted': 'This space is not deleted, so there is nothing to restore.',
  'refused-git-connection-paused': 'The Git connection of this space is paused. Resume it first.',
  'refused-git-host-key-unknown':
    'The SSH key of this host is not known yet. Compare its fingerprint with the one that the host publishes, then pin it.',
  'refused-git-existing-documentation':
    'The branch already has documentation that does not come from this space. Import it first, or choose another branch or directory.',
  'refused-git-connected-elsewhere':
    'The space is connected to another repository, branch or directory. Sync with that one, or delete the connection first.',
  'refused-git-operation-running': 'A Git operation is running on this space. Try again when it has ended.',
  'refused-git-preview-not-running': 'This preview has ended already.',
  'refused-too-many-git-previews':
    'Too many previews of this space are running. Wait until one has ended, or cancel one.',
  'refused-transfer-running': 'This space is being moved to another organization.',
  'refused-space-on-site': 'The space is on a site. Take it off all sites, then transfer it.',
  'refused-invalid-position': 'This is not a possible position. The list has changed: reload the page.',
  'refused-collection-cycle': 'A collection cannot be in itself.',
  'refused-collections-too-deep': 'Collections can be nested at most {number} levels deep.',
  'refused-concurrent-change':
    'Somebody else has just changed the same thing. Look at it again, then repeat your change.',
  'refused-already-in-organization': 'The space already belongs to this organization.',
  'refused-hostname-not-proven':
    'The DNS record of this hostname was not found. Add it, and wait until it has spread; this can take hours.',
  'refused-hostname-record-differs':
    'The DNS record of this hostname has another text. Replace it with the one shown here; the change can take hours to spread.',
  'refused-hostname-taken': 'This hostname is already in use. Choose another one.',
  'refused-transfer-failed': 'The transfer failed, and nothing was moved. Try again.',
  'refused-changed-pages-unknown': 'The changes are still being read. Try again in a few seconds.',
  'refused-too-busy-to-render': 'The service is too busy to draw this large page. Try again later.',
  'refused-redirect-source-taken': 'A redirect from this path already exists. Edit that one instead.',
  'refused-redirect-loop': 'The redirect would lead back to where it starts, or through too many others.',
  'refused-too-many-redirects': 'A site can have at most {number} redirects. Delete some, or use wildcards.',
  'refused-too-many-site-files':
    'A site can store at most {number} pictures and fonts. Those that it does not use are deleted after a day.',
  'refused-site-file-not-fetched':
    'The picture could not be fetched from its address. Upload the file instead.',
  'refused-site-file-type':
    'This is not a picture or a font that browsers can show. Use SVG, PNG, JPEG, WebP, AVIF, GIF, ICO, WOFF2 or WOFF.',
  'refused-picture-type':
    'This picture cannot be used here. Use a PNG, JPEG or WebP picture without an animation.',
  'refused-own-change-request': 'You created this change request, so somebody else must review it.',
  'refused-not-author': 'Only the author can change this text.',
  'refused-may-not-resolve': 'Only the author and editors of the space can resolve or reopen this comment.',
  'refused-may-not-dismiss': 'Only the author and editors of the space can dismiss this suggestion.',
  'refused-comment-of-another': 'Only the author and reviewers of the space can delete this.',
  'refused-page-too-large': 'A page has become too large. Nothing was changed: split it into several pages.',
  'refused-changes-refused': 'The change cannot be applied to the content as it is now. Nothing was changed.',
  'refused-suggestion-decided': 'This suggestion has already been applied or dismissed.',
  'refused-conflict-answered': 'Somebody else has just decided this conflict. Look at it again.',
  'refused-too-many-favorites': 'You have {number} favorites, which is the most. Remove one first.',
  'refused-change-request-not-merged':
    'This change request has not been merged, so there is nothing to revert.',
  'refused-nothing-to-revert': 'The merge changed nothing that could be taken back. Edit the pages instead.',
  'refused-too-many-preview-links': 'A change request can have {number} preview links. Delete one first.',
  'refused-space-not-on-site': 'Readers do not see the space on this site. Choose another site.',
  'refused-too-many-reactions':
    'There are {number} different reactions already, which is the most. Use one of them.',
  'refused-merge-rules-not-met': 'The rules of this space for merging are not met yet.',
  'refused-import-not-running': 'This import has ended already.',
  'refused-too-many-imports': 'Too many imports are waiting. Wait until one has ended, or cancel one.',
  'refused-organization-creation-off':
    'Organizations cannot be created on this instance. Ask the people who run it.',
  'refused-user-left': 'This person has left the organization, or the account was deleted.',
  'refused-last-administrator':
    'This is the only administrator. Make somebody else an administrator first, so that the organization can still be managed.',
  'refused-public-mail-provider':
    'Anyone can get an address in this domain, so it cannot be used for joining.',
  'refused-too-many-oidc-providers': 'An organization can have at most {number} providers. Delete one first.',
  'refused-too-many-saml-providers': 'An organization can have at most {number} providers. Delete one first.',
  'refused-too-many-conversation-tasks': 'A topic can have at most {number} tasks. Delete one first.',
  'refused-openapi-spec-exists':
    'There is already a spec with this name. Open that one to update it, or choose another name.',
  'refused-too-many-openapi-specs': 'An organization can have at most {number} specs. Delete one first.',
  'refused-no-touched-pages': 'No page of this space mentions the changes, so there is nothing to list.',
  'refused-too-many-translation-settings':
    'An organization can have at most {number} translations. End one first.',
  'refused-translation-without-source': 'Choose the space to translate and at least one language first.',
  'refused-glossary-too-large': 'A glossary can have at most {number} terms. Delete some first.',
  'refused-too-many-webhooks': 'An organization can have at most {number} webhooks. Delete one first.',
  'refused-webhook-disabled': 'The webhook is paused, so nothing can be sent. Resume it first.',
  'refused-already-joined': 'This person has joined already, and needs no invitation.',
  'refused-invite-links-off': 'Invite links are turned off in this organization.',
  'refused-incorrect-password': 'This is not your current password.',
  'refused-outlives-token':
    'You signed in with a token that expires, and cannot create access that lasts longer than it.',
  'refused-last-instance-administrator':
    'This is the last administrator of the instance. Make somebody else one first.',
  'refused-own-account': 'You cannot block yourself.',
  'refused-organization-not-deleted': 'This organization is not deleted, so there is nothing to restore.',
  'refused-retention-over': 'The organization was deleted more than seven days ago, and cannot be restored.',
  'refused-password-not-set': 'Your account has no password yet. Set one first.',
  'refused-email-taken': 'Another account has this email address.',
  'refused-email-already-verified': 'This email address is verified already.',
  'refused-email-not-verified': 'Verify your email address first.',
  'refused-email-not-configured': 'This instance does not send email.',
  'refused-second-factor-already-on':
    'The second factor is on already. Turn it off first to use another app.',
  'refused-second-factor-not-started':
    'Setting up the second factor was not started, or took too long. Begin again.',
  'refused-sign-in-busy': 'Many people are signing in right now. Try again in a few seconds.',
  'refused-basename-taken': 'Another site has this name in its address. Choose another one.',
  'refused-site-path-taken': 'Another section or variant of this site has this path. Choose another one.',
  'refused-last-section':
    'The last section cannot leave the site while it has groups or links. Remove them first.',
  'refused-section-group-cycle': 'A group cannot be in itself.',
  'refused-site-structure-too-large':
    'The site is full: it has at most 500 sections, groups and links, 1,000 variants, and groups five levels deep.',
  'refused-too-many-share-links': 'The site has reached the maximum number of share links. Delete one first.',
  'refused-nothing-to-publish':
    'The site has nothing to show to readers. Add a space, or show a draft to readers.',
  fieldRequired: 'This is needed.',
  fieldEmpty: 'This must not be empty.',
  fieldTooLong: 'Use at most {number} characters.',
  fieldTooShort: 'Use at least {number} characters.',
  fieldTooGreat: 'Use at most {number}.',
  fieldTooSmall: 'Use at least {number}.',
  fieldTooMany: 'Use at most {number} of them.',
  fieldTwice: 'A value is there twice.',
  fieldEmail: 'Enter an email address, such as name@example.com.',
  fieldUrl: 'Enter a web address that begins with https:// or http://, without a user name.',
  fieldSlash: 'Begin with a slash.',
  fieldStar: 'Use a * only at the end.',
  fieldColor: 'Enter a color such as #1a73e8.',
  fieldEmoji: 'Choose one emoji.',
  fieldLine: 'Enter a single line, without spaces around it.',
  fieldSlug: 'Use letters, digits and single hyphens, and no hyphen at the beginning or the end.',
  fieldFuture: 'Choose a time in the future.',
  fieldCommonPassword: 'This password is too common. Choose another one.',
  fieldEmailPassword: 'The password must not be the email address.',
  fieldCurrentPassword: 'This is not your password.',
  fieldHostname: 'Enter a hostname such as docs.example.com.',
  fieldPublicHostname: 'Use a name of a public domain of your own.',
  fieldUnreachable: 'The address cannot be reached: {detail}',
  fieldRefused: 'The service does not accept this: {detail}',
};

export type RefusalMessages = Record<keyof typeof texts, string>;
